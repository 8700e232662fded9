/** The events that reached their endpoints, and those that will be retried. */
import { useSignal } from "@preact/signals"
import type { WebhookEndpointView, RedeliveryRequest } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { hasMoreRetries, stateOf, stateText, waitingText, worstEndpoints } from "./EndpointStates.ts"
import { whole } from "./Figures.ts"
import { ChartSection } from "./ChartSection.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { sendRequest } from "./OperatorSession.ts"
import { DeliveryCharts } from "./ServiceCharts.tsx"
import { ClientName } from "./Names.tsx"
import { Outcome } from "./Outcome.tsx"
import { EventType } from "./Words.tsx"

type Attempt = WebhookEndpointView["attempts"][number]

/** An event at an endpoint, with all its attempts. */
interface Delivery extends RedeliveryRequest {
  readonly endpoint: WebhookEndpointView
  /** The newest attempt. */
  readonly last: Attempt
  readonly attempts: number
  /** The time of the next attempt, if there will be one. */
  readonly nextAt?: string
}

/** The numbers of the attempts start again after a redelivery, and older attempts are not in the list. */
const deliveriesOf = (endpoints: ReadonlyArray<WebhookEndpointView>): ReadonlyArray<Delivery> =>
  endpoints
    .flatMap((endpoint) =>
      [...Map.groupBy(endpoint.attempts, ({ eventId }) => eventId)].flatMap(([eventId, [last, ...earlier]]) => {
        if (last === undefined) return []
        const { clientId, endpointId, retries } = endpoint
        const attempts = Math.max(1 + earlier.length, last.attempt)
        const retry = retries.find((each) => each.eventId === eventId)
        return [{ clientId, endpointId, eventId, endpoint, last, attempts, ...(retry && { nextAt: retry.dueAt }) }]
      })
    )
    .toSorted((one, other) => other.last.at.localeCompare(one.last.at))

/** How many deliveries are shown at a time. */
const deliveryStep = 20

/** The host and the path of a URL, which is what tells endpoints apart. */
const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "")

interface EndpointsProps {
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
}

const Endpoints = ({ endpoints }: EndpointsProps) => (
  <DataTable
    caption="Endpoints"
    empty="No client has a webhook endpoint."
    rows={worstEndpoints(endpoints)}
    keyOf={({ endpointId }) => endpointId}
    columns={[
      {
        title: "URL",
        isLong: true,
        cell: ({ endpointId, url }) => (
          <a href={`#/search/${endpointId}`}>
            <code>{url}</code>
          </a>
        )
      },
      { title: "Client", cell: ({ clientId }) => <ClientName clientId={clientId} /> },
      {
        title: "State",
        isLong: true,
        cell: (endpoint) => {
          const state = stateOf(endpoint)
          return <Badge tone={state.tone}>{stateText(state)}</Badge>
        }
      },
      { title: "Waiting events", isNumber: true, cell: waitingText },
      { title: "Next attempt", cell: ({ retries: [next] }) => next && <RelativeTime at={next.dueAt} /> }
    ]}
  />
)

const isLast = ({ endpoint, nextAt }: Delivery): boolean => nextAt === undefined && !hasMoreRetries(endpoint)

/** Says whether there will be another attempt, and when if that is known. */
const Next = (delivery: Delivery) => {
  const { last, nextAt } = delivery
  if (nextAt !== undefined)
    return (
      <>
        , next <RelativeTime at={nextAt} />
      </>
    )
  if (last.error === undefined) return null
  return <>{isLast(delivery) ? ", no more" : ", next later"}</>
}

/** "5 attempts, next in 12 min". */
const Attempts = (delivery: Delivery) => (
  <span>
    {whole(delivery.attempts)} {delivery.attempts === 1 ? "attempt" : "attempts"}
    <Next {...delivery} />
  </span>
)

interface DeliveriesProps extends EndpointsProps {
  readonly onRepeat: (delivery: RedeliveryRequest) => void
}

const Deliveries = ({ endpoints, onRepeat }: DeliveriesProps) => (
  <DataTable
    caption="Latest deliveries"
    empty="Nothing has been sent yet."
    rows={deliveriesOf(endpoints)}
    step={deliveryStep}
    keyOf={({ endpointId, eventId }) => `${endpointId} ${eventId}`}
    columns={[
      {
        title: "Event",
        place: "start",
        cell: ({ eventId, last: { type } }) => (
          <a href={`#/search/${eventId}`}>
            <EventType>{type}</EventType>
          </a>
        )
      },
      {
        title: "Endpoint",
        isLong: true,
        place: "below",
        cell: ({ endpoint: { url } }) => (
          <span class="endpoint" title={url}>
            {shortUrl(url)}
          </span>
        )
      },
      { title: "Last attempt", place: "below", cell: ({ last: { at } }) => <RelativeTime at={at} /> },
      {
        title: "Outcome",
        place: "end",
        cell: (delivery) => <Outcome attempt={delivery.last} isLast={isLast(delivery)} />
      },
      { title: "Attempts", place: "below", cell: (delivery) => <Attempts {...delivery} /> },
      {
        title: "Action",
        place: "below",
        cell: ({ clientId, endpointId, eventId, last: { type } }) =>
          type !== "endpoint.test" && (
            <Button kind="quiet" onPress={() => onRepeat({ clientId, endpointId, eventId })}>
              Send again
            </Button>
          )
      }
    ]}
  />
)

export const DeliveryList = () => {
  const live = useLiveData<ReadonlyArray<WebhookEndpointView>>("endpoints")
  const told = useSignal("")
  const repeat = async (delivery: RedeliveryRequest) => {
    try {
      const headers = { "content-type": "application/json" }
      await sendRequest("redeliveries", { method: "POST", headers, body: JSON.stringify(delivery) })
      told.value = "The event is sent again now."
      live.refresh()
    } catch (error) {
      told.value = error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <LiveValue live={live}>
      {(endpoints) => (
        <>
          <ChartSection title="Deliveries over time">
            {(history) => (
              <div class="charts">
                <DeliveryCharts history={history} />
              </div>
            )}
          </ChartSection>
          <Endpoints endpoints={endpoints} />
          <p role="status" class="told">
            {told.value}
          </p>
          <Deliveries endpoints={endpoints} onRepeat={(delivery) => void repeat(delivery)} />
        </>
      )}
    </LiveValue>
  )
}
