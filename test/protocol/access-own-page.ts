import assert from 'node:assert/strict'

/** A customer on the bank's own page of consents, with a browser of few gifts: cookies and forms. */
export class OwnPage {
  readonly #cookies = new Map<string, string>()
  readonly #service: string
  #address: string
  #page = ''

  private constructor(service: string) {
    this.#service = service
    this.#address = `${service}/consents`
  }

  static async open(service: string, customerNumber: string): Promise<OwnPage> {
    const page = new OwnPage(service)
    await page.#get()
    await page.#send({ act: 'identify', customerNumber })
    // The link is opened by a form, since nothing says that a person goes there.
    await page.#send({ act: 'identify', customerNumber })
    const device = await page.#fetch(`${page.#address}/device`)
    const [, code = ''] = /id="code">(\d{6})</.exec(await device.text()) ?? []
    await page.#send({ act: 'code', code })
    return page
  }

  /** By their ids: the PSU-ID, a dot, and `PRIVATE` or the agreement. */
  get consents(): string[] {
    const found = this.#page.matchAll(/name="consent" value="([^"]+)"/g)
    return [...found].map(([, id = '']) => id).filter((id) => id !== 'all')
  }

  revoke(consent: string): Promise<void> {
    return this.#send({ act: 'revoke', consent })
  }

  async #get(): Promise<void> {
    const answer = await this.#fetch(this.#address)
    this.#page = await answer.text()
    assert.equal(answer.status, 200, this.#page)
  }

  async #send(fields: Record<string, string>): Promise<void> {
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(this.#page) ?? []
    const body = new URLSearchParams({ token, ...fields })
    const answer = await this.#fetch(this.#address, { method: 'POST', body, redirect: 'manual' })
    assert.equal(answer.status, 303, await answer.text())
    const next = new URL(answer.headers.get('location') ?? '', this.#address)
    this.#address = `${this.#service}${next.pathname}`
    await this.#get()
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(address, { ...init, headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}
