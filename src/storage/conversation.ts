import type { Socket } from 'node:net'
import type pg from 'pg'
import { isFatal, noColumns, readColumns, readError, readTag } from './answers.ts'
import { Frames } from './frames.ts'
import { Incoming, type Take } from './incoming.ts'
import { hearInstead } from './lean-socket.ts'
import type { Prepared } from './queries.ts'
import { type Answer, type Asked, addRow, type Known, type Question } from './question.ts'

/** Everything is put together and sent at once, so one is enough for all conversations. */
const frames = new Frames()

const letter = (text: string): number => text.charCodeAt(0)
const heads = {
  parseComplete: letter('1'),
  rowDescription: letter('T'),
  dataRow: letter('D'),
  commandComplete: letter('C'),
  error: letter('E'),
  ready: letter('Z'),
}
/** Bind complete, no data, parameters of a statement, notice, setting, notification. */
const unheeded = new Set(['2', 'n', 't', 'N', 'S', 'A'].map(letter))
const idle = letter('I')

/** How often a silent connection is looked at before it is given up. */
const looks = 10

/** A prepared statement that is gone from the session, there already, or no longer what it was. */
const spoiling = new Set(['26000', '42P05', '0A000'])

/**
 * One session with the server. The driver connects and logs in; from then on the statements go
 * this way, which takes a third of the driver's time and memory for each of them: the text and
 * the columns of a statement are told once, and what is asked within one turn of the event loop
 * leaves in one piece, with one answer to wait for.
 */
export class Conversation {
  readonly #client: pg.Client
  readonly #stream: Socket
  readonly #known = new Map<string, Known>()
  #unsent: Question[] = []
  /** Those that left together share the fate of the first one that fails. */
  readonly #groups: Question[][] = []
  /** Which one of the first group is being answered. */
  #place = 0
  #failure: pg.DatabaseError | undefined
  #status = idle
  /** How often nothing had come since the look before. */
  #silentLooks = 0
  #spoiled = false
  #over: Error | undefined

  /** With a client that is connected and has nothing under way. */
  constructor(client: pg.Client, { answerMs }: { answerMs: number }) {
    this.#client = client
    this.#stream = client.connection.stream as Socket
    const incoming = new Incoming(this.#take)
    hearInstead(this.#stream, (bytes) => {
      this.#silentLooks = 0
      incoming.receive(bytes)
    })
    this.#stream.on('error', (error: Error) => this.#finish(error))
    this.#stream.on('close', () => this.#finish(new Error('Connection terminated unexpectedly')))
    this.#loseWhenSilent(answerMs)
  }

  /** Whether another one may use it: nothing is under way, and no transaction is open. */
  get isFree(): boolean {
    const quiet = this.#groups.length === 0 && this.#unsent.length === 0
    return quiet && !this.#over && !this.#spoiled && this.#status === idle
  }

  /** Whether a transaction is open, or the ruins of one. */
  get inTransaction(): boolean {
    return this.#status !== idle
  }

  /** Statements that are asked within one turn run in their order, up to the first that fails. */
  ask(query: Prepared): Promise<Answer> {
    return new Promise((resolve, reject) => this.#queue(query, resolve, reject))
  }

  /** The answers to all of them, or why the first one failed that did. */
  askAll(queries: readonly Asked[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      const answers: Answer[] = []
      const done = (answer: Answer) => {
        if (answers.push(answer) === queries.length) resolve(answers)
      }
      for (const { query, explained } of queries) {
        this.#queue(query, done, explained ? (error) => reject(explained(error)) : reject)
      }
    })
  }

  /** For one whose answer nobody waits for. */
  tell(query: Prepared, failed: (error: unknown) => void): void {
    this.#queue(query, () => {}, failed)
  }

  #queue(
    { statement, values }: Prepared,
    resolve: Question['resolve'],
    reject: Question['reject'],
  ): void {
    if (this.#over) {
      reject(this.#over)
      return
    }
    if (this.#unsent.length === 0) process.nextTick(this.#send)
    const answer = { rows: [], tag: '' }
    this.#unsent.push({ statement, values, tells: false, told: false, answer, resolve, reject })
  }

  async end(): Promise<void> {
    this.#over ??= new Error('Client was closed and is not queryable')
    await this.#client.end()
  }

  #send = (): void => {
    const group = this.#unsent
    if (group.length === 0) return
    this.#unsent = []
    for (const question of group) this.#put(question)
    frames.sync()
    this.#groups.push(group)
    this.#silentLooks = 0
    this.#stream.write(frames.take())
  }

  #put(question: Question): void {
    const { statement, values } = question
    const { name } = statement
    let known = this.#known.get(name)
    if (!known) {
      known = { columns: noColumns }
      this.#known.set(name, known)
      question.tells = true
      frames.parse(name, statement.text)
      frames.describe(name)
    }
    question.known = known
    frames.bind(name, values)
    frames.execute()
  }

  #take: Take = (head, bytes, start, end) => {
    const question = this.#groups[0]?.[this.#place]
    if (head === heads.ready) this.#settle(bytes[start] as number)
    else if (head === heads.error) this.#fail(readError(bytes, start, end))
    else if (unheeded.has(head)) return
    else if (!question?.known) this.#breakOff(head)
    else if (head === heads.dataRow) addRow(question, bytes, start)
    else if (head === heads.commandComplete) {
      question.answer.tag = readTag(bytes, start, end)
      this.#place++
    } else if (head === heads.parseComplete) question.told = true
    else if (head === heads.rowDescription) question.known.columns = readColumns(bytes, start)
    else this.#breakOff(head)
  }

  /** Better no connection than one whose answers are taken for those of other questions. */
  #breakOff(head: number): void {
    const said = String.fromCharCode(head)
    const error = new Error(`Connection terminated: the server said '${said}' unasked`)
    this.#finish(error)
    this.#stream.destroy(error)
  }

  #fail(error: pg.DatabaseError): void {
    this.#failure = error
    if (spoiling.has(error.code ?? '')) this.#spoiled = true
    if (isFatal(error)) this.#finish(error)
  }

  /** The group is answered: the server passes by what stands behind a failure. */
  #settle(status: number): void {
    this.#status = status
    const group = this.#groups.shift() ?? []
    const failure = this.#failure
    const answered = failure ? Math.min(this.#place, group.length - 1) : group.length
    this.#place = 0
    this.#failure = undefined
    for (let place = 0; place < group.length; place++) {
      const question = group[place] as Question
      if (place >= answered) this.#refuse(question, failure)
      else if (question.misread) question.reject(question.misread)
      else question.resolve(question.answer)
    }
  }

  #refuse({ tells, told, statement, reject }: Question, error: unknown): void {
    if (tells && !told) this.#known.delete(statement.name)
    reject(error)
  }

  /** Nothing more will be answered. */
  #finish(error: Error): void {
    this.#over ??= error
    const asked = [...this.#groups.splice(0).flat(), ...this.#unsent.splice(0)]
    for (const { reject } of asked) reject(this.#failure ?? error)
  }

  /**
   * A server that says nothing for so long, although it was asked, will not answer any more. Looked
   * at now and then: a timer that is wound up by all that is sent or received costs each of them.
   */
  #loseWhenSilent(answerMs: number): void {
    const look = () => {
      if (this.#groups.length > 0 && ++this.#silentLooks > looks) {
        this.#stream.destroy(new Error('Query read timeout'))
      }
    }
    const timer = setInterval(look, answerMs / looks).unref()
    this.#stream.on('close', () => clearInterval(timer))
  }

  /** Told when the connection is gone, however that came. */
  onceGone(tell: (error: Error) => void): void {
    this.#stream.once('close', () => tell(this.#over ?? new Error('Connection terminated')))
  }
}
