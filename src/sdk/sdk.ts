export {
  createTppClient,
  type TppAnswer,
  type TppClient,
  type TppClientOptions,
  TppError,
} from './client.ts'
export {
  type CallOptions,
  type Credentials,
  type PreparedRequest,
  prepare,
  readCredentials,
} from './prepare.ts'
export { AnswerNotSigned, AnswerNotTrusted } from './verify-answer.ts'
