import { Socket } from 'node:net'

/** As much as a socket reads at once. */
const pieceBytes = 64 * 1024

/** What arrives is taken in before anything else is read, so one is enough for all connections. */
const piece = Buffer.allocUnsafe(pieceBytes)

type Hear = (bytes: Buffer) => void

/**
 * Reads into memory that is there already, where a socket by itself asks for new memory for each
 * piece that arrives and sends it through a stream. As long as nobody else hears it, it is a socket
 * like others, to the driver that connects and logs in.
 */
export class LeanSocket extends Socket {
  /** What it is given is good until it returns. */
  hear: Hear = (bytes) => this.emit('data', Buffer.from(bytes))

  constructor() {
    const callback = (length: number): boolean => {
      this.hear(piece.subarray(0, length))
      return true
    }
    super({ onread: { buffer: piece, callback } })
  }
}

/** Whatever arrives from now on; over TLS it arrives as it does anywhere. */
export function hearInstead(stream: Socket, hear: Hear): void {
  stream.removeAllListeners('data')
  if (stream instanceof LeanSocket) stream.hear = hear
  else stream.on('data', hear)
}
