import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const place = '/usr/bin/chromium'

/** The journeys run in a real browser; where we may, a missing one is installed from Debian's packages. */
export function requireChromium(): void {
  if (process.env.CHROMIUM !== undefined || existsSync(place)) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) {
    process.stderr.write('There is no Chromium: install it, or name one in CHROMIUM.\n')
    process.exit(1)
  }
  process.stdout.write(
    'Installing Chromium from Debian’s packages (once; this needs the network) …\n',
  )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    if (status !== 0) process.exit(status ?? 1)
  }
}
