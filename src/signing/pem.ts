import { X509Certificate } from 'node:crypto'

const begin = '-----BEGIN CERTIFICATE-----'

/** All certificates of a PEM text, which may hold several. */
export const certificatesInPem = (pem: string): X509Certificate[] =>
  pem
    .split(begin)
    .slice(1)
    .map((rest) => new X509Certificate(`${begin}${rest}`))
