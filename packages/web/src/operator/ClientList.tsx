/** Lists the registered clients and their API keys. */
import type { ClientView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { Copyable } from "./CopyButton.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { ClientName } from "./Names.tsx"
import { wordsOf } from "./Words.tsx"

type ListedKey = ClientView["keys"][number]

const tones: Readonly<Record<ListedKey["state"], BadgeTone>> = {
  LIVE: "success",
  EXPIRED: "neutral",
  REVOKED: "neutral",
  ALTERED: "danger"
}

const limitsOf = ({ networks, scopes }: ListedKey): string =>
  [...(scopes ?? []), ...(networks ?? [])].join(", ") || "none"

const keysOf = (clients: ReadonlyArray<ClientView>) =>
  clients.flatMap(({ clientId, keys }) => keys.map((key, index) => ({ ...key, clientId, index })))

export const ClientList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<ClientView>>("clients")}>
    {(clients) => (
      <>
        <DataTable
          caption="Registered clients"
          empty="There are no clients. Create one with sheaf clients create."
          rows={clients}
          keyOf={({ clientId }) => clientId}
          columns={[
            { title: "Client", cell: ({ name }) => <span class="strong">{name}</span> },
            { title: "Id", cell: ({ clientId }) => <Copyable>{clientId}</Copyable> },
            { title: "Environment", cell: ({ environment }) => environment },
            { title: "Test methods", cell: ({ usesTestMethods }) => (usesTestMethods ? "allowed" : "no") },
            { title: "Stored logins", cell: ({ storesCredentials }) => (storesCredentials ? "allowed" : "no") },
            { title: "Mutual TLS", cell: ({ requiresMutualTls }) => (requiresMutualTls ? "required" : "optional") },
            {
              title: "Live keys",
              isNumber: true,
              cell: ({ keys }) => keys.filter(({ state }) => state === "LIVE").length
            }
          ]}
        />
        <DataTable
          caption="API keys"
          empty="No key has been issued. The public demonstration key is not listed."
          rows={keysOf(clients)}
          keyOf={({ clientId, index, keyId }) => `${clientId} ${keyId} ${index}`}
          columns={[
            { title: "Key", cell: ({ keyId }) => (keyId === undefined ? "unnamed" : <Copyable>{keyId}</Copyable>) },
            { title: "Client", cell: ({ clientId }) => <ClientName clientId={clientId} /> },
            { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{wordsOf(state)}</Badge> },
            { title: "Created", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              title: "Expires",
              cell: ({ expiresAt }) => (expiresAt === undefined ? "never" : <RelativeTime at={expiresAt} />)
            },
            { title: "Limits", cell: limitsOf }
          ]}
        />
      </>
    )}
  </LiveValue>
)
