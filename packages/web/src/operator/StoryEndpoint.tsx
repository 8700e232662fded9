/** Where a webhook endpoint is, whether it works, and when the next attempt is, from the list of deliveries. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { causeOf, stateOf, waitingText } from "./EndpointStates.ts"
import { FactList } from "./FactList.tsx"
import { useLiveData } from "./LiveData.ts"
import { RelativeTime } from "./RelativeTime.tsx"

/** Shows nothing about an endpoint that has been removed. */
export const EndpointFacts = ({ id }: { readonly id: string }) => {
  const { value = [] } = useLiveData<ReadonlyArray<WebhookEndpointView>>("endpoints")
  const endpoint = value.find(({ endpointId }) => endpointId === id)
  if (endpoint === undefined) return null
  const { attempts, retries, url } = endpoint
  const { text, tone } = stateOf(endpoint)
  const failed = attempts.find(({ error }) => error !== undefined)
  const [next] = retries
  return (
    <section aria-label="Endpoint">
      <FactList
        facts={[
          ["URL", <code>{url}</code>],
          ["State", <Badge tone={tone}>{text}</Badge>],
          [
            "Last error",
            failed === undefined ? (
              "None"
            ) : (
              <>
                {causeOf(failed)}, <RelativeTime at={failed.at} />
              </>
            )
          ],
          ["Waiting events", waitingText(endpoint)],
          ["Next attempt", next === undefined ? "None planned" : <RelativeTime at={next.dueAt} />]
        ]}
      />
    </section>
  )
}
