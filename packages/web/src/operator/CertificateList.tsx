/** The certificates that expire next. */
import type { CertificateView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { isExpiring } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"

const owners: Readonly<Record<CertificateView["owner"], string>> = {
  SERVER: "This service",
  CLIENT_AUTHORITY: "Authority for clients",
  CLIENT: "Client"
}

const State = (certificate: CertificateView) => {
  if (certificate.revokedAt !== undefined) return <Badge tone="neutral">REVOKED</Badge>
  return isExpiring(certificate) ? <Badge tone="notice">EXPIRES SOON</Badge> : <Badge tone="success">VALID</Badge>
}

export const CertificateList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<CertificateView>>("certificates")}>
    {(certificates) => (
      <DataTable
        caption="Which certificate expires next?"
        empty="Mutual TLS is off, and no client has a certificate."
        rows={certificates.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))}
        keyOf={({ owner, serial }) => `${owner} ${serial}`}
        columns={[
          { title: "Expires", cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
          { title: "Owner", cell: ({ owner }) => owners[owner] },
          { title: "Client", cell: ({ clientId }) => clientId && <code>{clientId}</code> },
          { title: "Serial number", isLong: true, cell: ({ serial }) => serial && <code>{serial}</code> },
          { title: "State", cell: (certificate) => <State {...certificate} /> },
          { title: "Revoked because of", cell: ({ reason }) => reason }
        ]}
      />
    )}
  </LiveValue>
)
