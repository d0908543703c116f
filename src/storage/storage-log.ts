/** What the room needs of a log; pino fits. */
export interface StorageLog {
  debug?(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
