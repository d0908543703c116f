import { html, page } from '../web/web.ts'
import type { Output } from '../wire/operation.ts'
import type { readStartPage } from '../wire/service.ts'

interface Addresses {
  /** What links in answers begin with. */
  publicUrl: string
  /** Where the `nordgate` tool reaches the sandbox without trusting its CA first. */
  toolUrl: string
}

/** What a developer who opens the address in a browser needs for a first signed call. */
export const startPage = ({ publicUrl, toolUrl }: Addresses): Output<typeof readStartPage> =>
  page({
    title: 'Nordgate sandbox',
    main: html`<h1>Your first signed call is two commands away</h1>
<p>This is the bank’s side of open banking: third-party providers read accounts and initiate payments
here, and prove with a certificate and a signature who they are.</p>
<h2>1. Get a test certificate</h2>
<pre tabindex="0"><code>npx nordgate cert issue --name "Fjordbudsjett AS" --url ${toolUrl}</code></pre>
<h2>2. Call</h2>
<pre tabindex="0"><code>npx nordgate call PUT '/v1/tpps/{tppId}/contact-information' \\
  '{"email":"psd2-operations@fjordbudsjett.example"}' --url ${toolUrl}</code></pre>
<p>When something in a request is wrong, the answer says what, and how to mend it. The README shows the
same with nothing but curl and openssl.</p>
<h2>3. Look around your bank</h2>
<p>You have a bank of your own here, with customers, accounts and half a year of history. Its clock can be
moved, its state kept and brought back, and faults can be planned. Add <code>--url</code> as above.</p>
<pre tabindex="0"><code>npx nordgate call GET /v1/sandbox/customers
npx nordgate call GET /v1/sandbox/accounts
npx nordgate call POST /v1/sandbox/clock '{"advance":"P1D"}'
npx nordgate call GET /v1/sandbox/requests</code></pre>
<p>In the folder of the checkout, <code>docs/accounts.md</code> goes on with a first consent and
<code>docs/payments.md</code> with a first payment.</p>
<h2>What is here</h2>
<ul>
<li><a href="/openapi.json">The interface as OpenAPI 3.1</a></li>
<li><a href="/sandbox/ca.pem">The certificate of the sandbox CA</a>, to trust this service’s TLS and answers</li>
<li><a href="/sandbox/ca.crl">Its revocation list</a></li>
<li><a href="/health/ready">Health</a> and <a href="/metrics">metrics</a></li>
</ul>
<p>The interface’s own address is <code>${publicUrl}</code>.</p>`,
  })
