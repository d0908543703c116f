import type { Parameter } from './values.ts'

const usualBytes = 16 * 1024
/** A batch sends more now and then; what it needed is not kept for good. */
const keptBytesMax = 1024 * 1024

const binary = 1
/** The length of what is null. */
const nothing = -1

/** What is said to the server, message after message, in one piece of memory. */
export class Frames {
  #bytes = Buffer.allocUnsafe(usualBytes)
  #length = 0

  parse(name: string, text: string): void {
    const start = this.#begin('P')
    this.#line(name)
    this.#line(text)
    this.#int16(0)
    this.#end(start)
  }

  /** Asks for the columns of a statement. */
  describe(name: string): void {
    const start = this.#begin('D')
    this.#byte('S')
    this.#line(name)
    this.#end(start)
  }

  /** Buffers travel as they are, everything else as text, and so does every answer. */
  bind(name: string, values: readonly Parameter[]): void {
    const start = this.#begin('B')
    this.#line('')
    this.#line(name)
    this.#int16(values.length)
    for (const value of values) this.#int16(value instanceof Buffer ? binary : 0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#end(start)
  }

  /** Of what was bound last, with all its rows. */
  execute(): void {
    const start = this.#begin('E')
    this.#line('')
    this.#int32(0)
    this.#end(start)
  }

  sync(): void {
    this.#end(this.#begin('S'))
  }

  /** All of it, as a copy that may be sent at leisure. */
  take(): Buffer {
    const taken = Buffer.allocUnsafe(this.#length)
    this.#bytes.copy(taken, 0, 0, this.#length)
    this.#length = 0
    if (this.#bytes.length > keptBytesMax) this.#bytes = Buffer.allocUnsafe(usualBytes)
    return taken
  }

  #begin(kind: string): number {
    this.#byte(kind)
    const start = this.#length
    this.#int32(0)
    return start
  }

  /** The length of a message stands before it and counts itself. */
  #end(start: number): void {
    this.#bytes.writeInt32BE(this.#length - start, start)
  }

  #value(value: Parameter): void {
    const start = this.#length
    this.#int32(nothing)
    if (value === null) return
    if (typeof value === 'string') this.#text(value)
    else this.#raw(value)
    this.#bytes.writeInt32BE(this.#length - start - 4, start)
  }

  #raw(value: Buffer): void {
    this.#reserve(value.length)
    this.#length += value.copy(this.#bytes, this.#length)
  }

  #line(text: string): void {
    this.#text(text)
    this.#reserve(1)
    this.#bytes[this.#length++] = 0
  }

  #text(text: string): void {
    this.#reserve(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  #byte(letter: string): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = letter.charCodeAt(0)
  }

  #int16(value: number): void {
    this.#reserve(2)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
  }

  #int32(value: number): void {
    this.#reserve(4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
