/** One whole message: its first letter, and where in the bytes the rest of it stands. */
export type Take = (head: number, bytes: Buffer, start: number, end: number) => void

/** A letter, and the length of what follows, which counts itself. */
const headBytes = 5

/**
 * Cuts what the server sends, in whatever pieces it arrives, into whole messages. The bytes it is
 * given are not its own: what has to wait for more is copied.
 */
export class Incoming {
  readonly #take: Take
  /** The beginning of a message, and how many bytes have to come before it is looked at again. */
  #begun: Buffer[] = []
  #missing = 0

  constructor(take: Take) {
    this.#take = take
  }

  receive(bytes: Buffer): void {
    this.#missing -= bytes.length
    if (this.#begun.length === 0) this.#cut(bytes)
    else {
      this.#begun.push(Buffer.from(bytes))
      if (this.#missing <= 0) this.#cut(Buffer.concat(this.#begun))
    }
  }

  #cut(bytes: Buffer): void {
    let at = 0
    let end = endOf(bytes, at)
    while (end <= bytes.length) {
      this.#take(bytes[at] as number, bytes, at + headBytes, end)
      at = end
      end = endOf(bytes, at)
    }
    this.#begun = at < bytes.length ? [Buffer.from(bytes.subarray(at))] : []
    this.#missing = end - bytes.length
  }
}

/** Of the message that begins there; as long as its length is not known, that of its head. */
const endOf = (bytes: Buffer, at: number): number =>
  bytes.length - at < headBytes ? at + headBytes : at + 1 + bytes.readInt32BE(at + 1)
