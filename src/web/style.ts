import { type Accent, accentOf, type Brand } from './brand.ts'

/** The look of all pages, in one place; colours are tokens so that dark mode and a brand set them. */
export function styleOf(brand: Pick<Brand, 'accent'>): string {
  return tokens(accentOf(brand)) + rules
}

const tokens = ({ light, dark }: Accent) => `
:root {
  color-scheme: light dark;
  --ink: #12202b; --ink-soft: #4a5b68; --paper: #f6f8f9; --paper-raised: #ffffff; --line: #d5dde2;
  --accent: ${light.accent}; --on-accent: ${light.onAccent}; --good: #1d6b3f; --warn: #8a5a00; --bad: #a3262a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eef3f6; --ink-soft: #a9b8c3; --paper: #0e161c; --paper-raised: #16212a; --line: #2b3a45;
    --accent: ${dark.accent}; --on-accent: ${dark.onAccent}; --good: #74d39c; --warn: #f0bd5c; --bad: #ff9b96;
  }
}
`

const rules = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; }
body > header, main, body > footer { width: 100%; max-width: 34rem; margin: 0 auto; padding: 16px; }
main { flex: 1; padding-bottom: 32px; }
body > header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px; padding-top: 16px; padding-bottom: 8px; }
body > footer { color: var(--ink-soft); font-size: 15px; padding-bottom: 32px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.01em; margin: 8px 0 16px; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 19px; line-height: 1.3; margin: 32px 0 8px; }
p { margin: 0 0 16px; }
a { color: var(--accent); text-underline-offset: 3px; }
strong { font-weight: 650; }
ul { padding-left: 24px; }
li { padding: 4px 0; }
pre { background: var(--paper-raised); border: 1px solid var(--line); border-radius: 10px; padding: 16px; overflow-x: auto; font-size: 14px; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.skip { position: absolute; left: 16px; top: -64px; background: var(--paper-raised); padding: 10px 16px; border-radius: 10px; }
.skip:focus { top: 8px; }

.brand { display: flex; align-items: center; gap: 10px; min-height: 44px; color: var(--accent); font-weight: 650; font-size: 19px; }
.brand img { display: block; max-height: 36px; max-width: 200px; }
.brand svg { display: block; }
.languages { display: flex; margin: 0 -10px; padding: 0; list-style: none; font-size: 15px; }
.languages li { padding: 0; }
.languages a { display: flex; align-items: center; min-height: 44px; padding: 0 10px; color: var(--ink-soft); text-decoration: none; }
.languages a:hover { color: var(--ink); text-decoration: underline; }
.languages a[aria-current] { color: var(--ink); font-weight: 650; }

.soft { color: var(--ink-soft); }
.small { font-size: 15px; }
.figures { font-variant-numeric: tabular-nums; white-space: nowrap; }
.panel { background: var(--paper-raised); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 0 0 16px; }
.panel > :last-child { margin-bottom: 0; }
.panel > h2:first-child { margin-top: 0; }
.points { list-style: none; padding: 0; margin: 0 0 16px; }
.points li { position: relative; padding: 4px 0 4px 32px; }
.points li::before { content: ""; position: absolute; left: 4px; top: 10px; width: 14px; height: 7px; border: solid var(--good); border-width: 0 0 3px 3px; transform: rotate(-45deg); }

.notice { background: var(--paper-raised); border: 1px solid var(--line); border-left: 6px solid var(--accent); border-radius: 10px; padding: 16px; margin: 0 0 24px; }
.notice > :last-child { margin-bottom: 0; }
.notice.bad { border-left-color: var(--bad); }
.notice.good { border-left-color: var(--good); }
.notice.warn { border-left-color: var(--warn); }
.notice strong { display: block; }
.bad > strong, .wrong { color: var(--bad); }

fieldset { border: 0; margin: 0 0 24px; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 650; margin-bottom: 8px; }
.field { margin: 0 0 24px; }
.field > label { display: block; font-weight: 650; margin-bottom: 4px; }
.field .hint { color: var(--ink-soft); font-size: 15px; margin: 0 0 8px; }
input[type=text] { display: block; width: 100%; min-height: 52px; padding: 8px 16px; font: inherit; font-size: 19px; font-variant-numeric: tabular-nums; color: var(--ink); background: var(--paper-raised); border: 1px solid var(--ink-soft); border-radius: 10px; }
input.code { letter-spacing: 0.3em; max-width: 12em; }
input[aria-invalid=true] { border: 2px solid var(--bad); }
input[type=text]:focus-visible { border-radius: 10px; }

.choices { background: var(--paper-raised); border: 1px solid var(--line); border-radius: 10px; overflow: clip; overflow-clip-margin: 8px; }
.choice { display: flex; align-items: center; gap: 16px; min-height: 60px; padding: 10px 16px; cursor: pointer; }
.choice + .choice { border-top: 1px solid var(--line); }
.choice:hover { background: color-mix(in srgb, var(--accent) 6%, transparent); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 10px; }
.choice input { flex: none; width: 24px; height: 24px; margin: 0; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
.choice > span { display: flex; flex: 1; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; min-width: 0; }
.choice .name { font-weight: 600; overflow-wrap: anywhere; }
.choice .name small, .choice .aside small { display: block; font-weight: 400; font-size: 15px; color: var(--ink-soft); }
button.choice { width: 100%; border: 0; background: none; color: inherit; font: inherit; text-align: left; }
button.choice + button.choice { border-top: 1px solid var(--line); }
button.choice::after { content: ""; flex: none; width: 9px; height: 9px; border: solid var(--accent); border-width: 2px 2px 0 0; transform: rotate(45deg); }
button.choice:focus-visible { outline-offset: -3px; border-radius: 10px; }

.actions { display: flex; flex-direction: column; gap: 12px; margin: 24px 0; }
.actions form { display: contents; }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 10px 24px; font: inherit; font-weight: 650; text-align: center; text-decoration: none; border-radius: 10px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; overflow-wrap: anywhere; }
.button:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
.button:focus-visible { border-radius: 10px; }
.button.plain { background: transparent; color: var(--accent); border-color: transparent; padding: 10px 0; font-weight: 500; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 4px; text-wrap: balance; }
.button.plain:hover { background: transparent; text-decoration-thickness: 3px; }
.button.quiet { display: inline-flex; width: auto; min-height: 44px; padding: 6px 16px; background: var(--paper-raised); color: var(--accent); border-color: var(--ink-soft); font-weight: 500; font-size: 15px; }
.button.danger { color: var(--bad); }
.beside { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-bottom: 8px; }
.beside > :first-child { margin: 0; }

.facts { margin: 0; }
.facts > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 10px 0; border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; padding-top: 0; }
.facts > div:last-child { padding-bottom: 0; }
.facts dt { color: var(--ink-soft); }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.facts dd small { display: block; font-weight: 400; font-size: 15px; color: var(--ink-soft); }
.facts.labelled > div { flex-direction: column; }
.facts.labelled dt { font-size: 15px; }
.facts.labelled dd small { padding-top: 2px; text-wrap: pretty; }
.payees { list-style: none; margin: 0; padding: 0; }
.payees li { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 10px 0; border-top: 1px solid var(--line); font-weight: 600; }
section > .payees > li:first-child { border-top: 0; padding-top: 0; }
.payees .name { overflow-wrap: anywhere; }
.payees small { grid-column: 1 / -1; font-weight: 400; font-size: 15px; color: var(--ink-soft); overflow-wrap: anywhere; }
.amount { font-size: clamp(30px, 9.5vw, 40px); line-height: 1.15; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amounts .amount { margin: 0; }
.amounts:not(.one) .amount { font-size: 28px; line-height: 1.3; }
.amounts { margin-bottom: 16px; }
.amounts + .soft { margin-top: -8px; }
.amounts ~ .facts > div:first-child { border-top: 1px solid var(--line); padding-top: 10px; }
.finger { display: block; margin: 8px auto; color: var(--accent); }
.device { max-width: 22rem; margin: 24px auto; padding: 32px 24px; text-align: center; background: var(--paper-raised); border: 1px solid var(--line); border-radius: 24px; }
.device .approves { margin: -8px 0 24px; padding-bottom: 16px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.device .approves p { margin: 0; }
.device .sum { font-size: 24px; line-height: 1.3; padding: 4px 0; font-weight: 650; font-variant-numeric: tabular-nums; }
.device .digits { font-size: 40px; letter-spacing: 0.15em; font-weight: 650; font-variant-numeric: tabular-nums; margin: 8px 0; }
.facts ul { margin: 4px 0 0; padding-left: 20px; font-weight: 400; }
.facts li { padding: 0; }
.facts + p { margin-top: 16px; }
summary { min-height: 44px; display: flex; align-items: center; gap: 10px; cursor: pointer; color: var(--accent); }
summary::before { content: ""; width: 7px; height: 7px; border: solid; border-width: 0 2px 2px 0; transform: rotate(-45deg); }
details[open] > summary::before { transform: rotate(45deg); }
details[open] > summary { margin-bottom: 8px; }
@media (min-width: 30rem) {
  .actions { flex-direction: row; flex-wrap: wrap; gap: 8px 24px; }
  .actions .button { width: auto; }
  .facts.labelled > div { display: grid; grid-template-columns: 10rem 1fr; }
  .facts.labelled dt { font-size: inherit; }
  h1 { font-size: 32px; }
}
@media (prefers-reduced-motion: no-preference) { .button, .choice { transition: background-color 120ms; } }
@media (forced-colors: active) { .button, .choices, .panel, .notice { border: 1px solid; } }
`
