import type { Html } from '../html.ts'
import type { Said } from '../language.ts'
import { app } from './app.ts'
import { approval } from './approval.ts'
import { choice } from './choice.ts'
import { closed } from './closed.ts'
import { consent } from './consent.ts'
import { finished } from './finished.ts'
import { frame } from './frame.ts'
import { logIn } from './log-in.ts'
import { myConsents } from './my-consents.ts'
import { payment } from './payment.ts'

type Row = Said | Said<Html>

/** Words around a name or a number are a function of it. */
interface Table {
  readonly [text: string]: Row | ((...values: never[]) => Row) | Table
}

/** Everything our pages say. A text that lacks a language does not compile. */
export const texts = {
  ...{ frame, logIn, choice, consent, approval, finished, closed, myConsents, app },
  payment,
} satisfies Table
