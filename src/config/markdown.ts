import { flagOf, type Key, table } from './keys.ts'

/** The text of `docs/configuration.md`. */
export function configurationMarkdown(): string {
  return `${[INTRODUCTION, ...table.map(([name, key]) => section(name, key))].join('\n\n')}\n`
}

const INTRODUCTION = `# Configuration

<!-- Printed from src/config/keys.ts by \`npm run docs\`; change it there. -->

Nordgate starts without any settings, as a sandbox on this machine. Each setting can be given in four places; the later one wins:

1. the default below,
2. a JSON file with the settings by name: \`nordgate.json\` in the working folder, or the file that \`--config\` or \`NORDGATE_CONFIG\` names,
3. an environment variable (an empty one counts as not given),
4. a flag on the command line.

A relative path in the JSON file is meant from the folder of that file, any other from the working folder.
A list is written with commas, in the JSON file also as an array of texts.

An unknown name, variable that starts with \`NORDGATE_\`, or flag is refused, and so is a value that is not allowed: Nordgate then
says everything that is wrong at once and does not start. \`nordgate config\` shows the values in force and where each came from.
Variables that Kubernetes sets for a Service named \`nordgate\` (\`NORDGATE_SERVICE_HOST\`, \`NORDGATE_PORT_8443_TCP\` and their kin) are passed over.

A secret is never taken from a flag (it would show in the process list) nor from the JSON file (such files are copied around).
Give it as the variable, or put it into a file and name that file in the variable with \`_FILE\` at its end.`

function section(name: string, key: Key): string {
  const flag = key.secret ? `\`${key.variable}_FILE\`` : `\`--${flagOf(name)}\``
  const lines = [
    `- Given as: \`${key.variable}\`, ${flag}${key.secret ? ' (secret)' : ''}`,
    `- Allowed: ${key.kind.allowed}${key.unit ? `, in ${key.unit}` : ''}`,
    `- Default: ${defaultText(key)}`,
    ...(key.only ? [`- Only in the ${key.only}; refused elsewhere`] : []),
    ...(key.remark ? [`- ${key.remark}`] : []),
  ]
  return `## ${name}\n\n${key.reason}\n\n${lines.join('\n')}`
}

function defaultText({ default: preset }: Key): string {
  if (preset === undefined) return 'not set'
  if (preset === '') return 'none'
  if (typeof preset === 'string') return `\`${preset}\``
  return `\`${preset.sandbox}\` in the sandbox, \`${preset.production}\` in production`
}
