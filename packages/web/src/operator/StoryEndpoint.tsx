/** What is wrong with a webhook endpoint, where it is, and when the next attempt is, from the list of deliveries. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { causeOf, causeText, endpointReason, stateOf, waitingText } from "./EndpointStates.ts"
import { ExplanationBox } from "./ExplanationBox.tsx"
import { FactList } from "./FactList.tsx"
import { useLiveData } from "./LiveData.ts"
import { nameOf } from "./Names.tsx"
import { RelativeTime } from "./RelativeTime.tsx"

const EndpointExplanation = ({ endpoint }: { readonly endpoint: WebhookEndpointView }) => {
  const reason = endpointReason(endpoint, nameOf(endpoint.clientId))
  if (reason === undefined) return null
  const { figure, step, tone } = reason
  const { cause, text = reason.text } = endpoint.failingSince === undefined ? {} : stateOf(endpoint)
  return (
    <ExplanationBox
      tone={tone}
      parts={[
        ["What is wrong", text],
        ...(figure === undefined ? [] : [["Affected", figure] as const]),
        ...(cause === undefined ? [] : [["Cause", causeText(cause)] as const]),
        ["What to do", step]
      ]}
    />
  )
}

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
    <>
      <EndpointExplanation endpoint={endpoint} />
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
    </>
  )
}
