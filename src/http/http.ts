export { type Listeners, type ListenersOptions, listen } from './listeners.ts'
export { forgetOldAnswers, forgottenAtOnce } from './once.ts'
export { createListener } from './server.ts'
export { createSignAnswer } from './sign-answer.ts'
