/** Why a PSU comes back empty-handed, in the words of the interface. */
export interface Failure {
  status: number
  code: string
  message: string
}

export const failures = {
  aborted: { status: 401, code: 'SCA_INVALID', message: 'The PSU stopped before the end.' },
  declined: { status: 401, code: 'CONSENT_INVALID', message: 'The PSU declined.' },
  locked: {
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    message: 'The PSU could not be authenticated.',
  },
  expired: {
    status: 401,
    code: 'SCA_EXPIRED',
    message: 'The time for the authentication is over.',
  },
  changed: { status: 401, code: 'SCA_INVALID', message: 'What was to be approved has changed.' },
  settled: { status: 401, code: 'SCA_INVALID', message: 'There is nothing to approve any more.' },
  forbidden: { status: 403, code: 'FORBIDDEN', message: 'The PSU may not approve this.' },
  refused: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'The PSU may not act in the context that was asked for.',
  },
} as const satisfies Record<string, Failure>

/** The parameters of the redirect after a failed SCA. */
export const failureParameters = ({ status, code, message }: Failure): Record<string, string> => ({
  system: 'nordgate',
  status: String(status),
  code,
  message,
})
