import { simulate } from './simulation.ts'

simulate(2)
