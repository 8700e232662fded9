/** A {@link CertificateStore} in memory, for tests of its callers. */
import { Clock, Effect, Layer, Option } from "effect"
import { ClientStore } from "../../auth/ClientStore.ts"
import { CertificateStore } from "../../auth/CertificateStore.ts"
import type { StoredCertificate } from "../../auth/CertificateStore.ts"
import { StoreError } from "../../stores/StoreError.ts"

const byIssue = (a: StoredCertificate, b: StoredCertificate): number =>
  a.issuedAt - b.issuedAt || (a.serial < b.serial ? -1 : 1)

const byRevocation = (a: StoredCertificate, b: StoredCertificate): number =>
  (a.revokedAt ?? 0) - (b.revokedAt ?? 0) || (a.serial < b.serial ? -1 : 1)

const make = Effect.gen(function* () {
  const clients = yield* ClientStore
  const certificates = new Map<string, StoredCertificate>()
  const erasedKeys: Array<Pick<StoredCertificate, "clientId" | "subjectKeyId">> = []
  const clientsWithKey = (subjectKeyId: string) => {
    const owners = [...certificates.values(), ...erasedKeys].filter((owner) => owner.subjectKeyId === subjectKeyId)
    return [...new Set(owners.map(({ clientId }) => clientId))].toSorted()
  }
  const filtered = (isWanted: (certificate: StoredCertificate) => boolean) =>
    Effect.sync(() => [...certificates.values()].filter(isWanted).toSorted(byIssue))
  return CertificateStore.of({
    record: Effect.fnUntraced(function* (certificate) {
      if (Option.isNone(yield* clients.findClient(certificate.clientId))) {
        return yield* new StoreError({ operation: "record certificate", cause: "no such client" })
      }
      const isForeign = clientsWithKey(certificate.subjectKeyId).some((owner) => owner !== certificate.clientId)
      if (certificates.has(certificate.serial) || isForeign) return false
      certificates.set(certificate.serial, certificate)
      return true
    }),
    find: (serial) => Effect.sync(() => Option.fromUndefinedOr(certificates.get(serial))),
    list: (clientId) => filtered((certificate) => clientId === undefined || certificate.clientId === clientId),
    withKey: (subjectKeyId) => filtered((certificate) => certificate.subjectKeyId === subjectKeyId),
    clientsWithKey: (subjectKeyId) => Effect.sync(() => clientsWithKey(subjectKeyId)),
    revoke: (serial, reason) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const certificate = certificates.get(serial)
        if (certificate === undefined) return false
        const { reason: before, revokedAt } = certificate
        const takesOver = reason === "keyCompromise" && before !== reason
        if (revokedAt !== undefined && !takesOver) return false
        certificates.set(serial, {
          ...certificate,
          revokedAt: revokedAt ?? now,
          ...(reason !== undefined && { reason })
        })
        return true
      }),
    eraseExpired: (expiredBefore) =>
      Effect.sync(() => {
        for (const { clientId, notAfter, reason, serial, subjectKeyId } of certificates.values()) {
          if (notAfter >= expiredBefore || reason === "keyCompromise") continue
          erasedKeys.push({ clientId, subjectKeyId })
          certificates.delete(serial)
        }
      }),
    revoked: (environment, notAfterFrom) =>
      Effect.sync(() =>
        [...certificates.values()]
          .filter(
            (certificate) =>
              certificate.environment === environment &&
              certificate.revokedAt !== undefined &&
              certificate.notAfter >= notAfterFrom
          )
          .toSorted(byRevocation)
      )
  })
})

export const layer = Layer.effect(CertificateStore, make)
