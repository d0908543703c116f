/** The look of all pages, in one file; colours are tokens so that dark mode and a brand can set them. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #12202b; --ink-soft: #4a5b68; --paper: #f6f8f9; --paper-raised: #ffffff; --line: #d5dde2;
  --accent: #0b4a6f; --on-accent: #ffffff; --good: #1d6b3f; --warn: #8a5a00; --bad: #a3262a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eef3f6; --ink-soft: #a9b8c3; --paper: #0e161c; --paper-raised: #16212a; --line: #2b3a45;
    --accent: #7cc4ea; --on-accent: #06202f; --good: #74d39c; --warn: #f0bd5c; --bad: #ff9b96;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 34rem; margin: 0 auto; padding: 16px; }
header { padding-top: 32px; color: var(--accent); font-weight: 650; }
footer { color: var(--ink-soft); font-size: 15px; }
h1 { font-size: 30px; line-height: 1.2; margin: 8px 0 16px; }
h2 { font-size: 20px; margin: 32px 0 8px; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
pre { background: var(--paper-raised); border: 1px solid var(--line); border-radius: 10px; padding: 16px; overflow-x: auto; font-size: 14px; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
ul { padding-left: 24px; }
li { padding: 4px 0; }
`
