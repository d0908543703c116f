import type { Home } from './home.ts'
import type { ServerCommand } from './supervisor.ts'

/** Named one by one even where they are the default: this is the promise that nothing is lost. */
const durability = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Messages of the server only. Errors of statements go to who sent them, and may quote data. */
const logging = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

/** Short statements by key: parallel workers and compiled plans would only cost. */
const workload = { max_parallel_workers_per_gather: '0', jit: 'off', max_connections: '200' }

export function serverCommand(home: Home, cluster: string, socketFolder: string): ServerCommand {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: quoted(socketFolder),
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    ...durability,
    ...logging,
    ...workload,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    program: home.binaries.postgres,
    arguments: ['-D', cluster, ...flags],
    account: home.account,
  }
}

/** The setting is a list, so a path with a comma or a quote in it needs quotes of its own. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
