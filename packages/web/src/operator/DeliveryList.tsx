/** The events that reached their endpoints, and those that will be retried. */
import { useSignal } from "@preact/signals"
import type { WebhookEndpointView, RedeliveryRequest } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { whole } from "./Figures.ts"
import { ChartSection } from "./ChartSection.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { sendRequest } from "./OperatorSession.ts"
import { DeliveryCharts } from "./ServiceCharts.tsx"
import { ClientName } from "./Names.tsx"
import { Outcome } from "./Outcome.tsx"
import { EventType, Id, wordsOf } from "./Words.tsx"

const attemptsOf = (endpoints: ReadonlyArray<WebhookEndpointView>) =>
  endpoints
    .flatMap(({ attempts, clientId, endpointId }) => attempts.map((attempt) => ({ ...attempt, clientId, endpointId })))
    .toSorted((one, other) => other.at.localeCompare(one.at))

/** The service stops counting waiting events at this number. */
const maxWaiting = 100

/** How many attempts are shown at a time. */
const attemptStep = 20

interface EndpointsProps {
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
}

const Endpoints = ({ endpoints }: EndpointsProps) => (
  <DataTable
    caption="Endpoints"
    empty="No client has a webhook endpoint."
    rows={endpoints}
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
        cell: ({ disabledReason }) => (
          <Badge tone={disabledReason === undefined ? "success" : "danger"}>
            {wordsOf(disabledReason ?? "ENABLED")}
          </Badge>
        )
      },
      {
        title: "Waiting events",
        isNumber: true,
        cell: ({ waiting }) => (waiting < maxWaiting ? whole(waiting) : `${maxWaiting} or more`)
      },
      { title: "Next attempt", cell: ({ nextAt }) => nextAt && <RelativeTime at={nextAt} /> }
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
          <DataTable
            caption="Attempts"
            empty="Nothing has been sent yet."
            rows={attemptsOf(endpoints)}
            step={attemptStep}
            keyOf={({ attempt, at, endpointId, eventId }) => `${endpointId} ${eventId} ${attempt} ${at}`}
            columns={[
              { title: "Sent", place: "below", cell: ({ at }) => <RelativeTime at={at} /> },
              {
                title: "Event",
                place: "start",
                cell: ({ eventId, type }) => (
                  <a href={`#/search/${eventId}`}>
                    <EventType>{type}</EventType>
                  </a>
                )
              },
              { title: "Client", cell: ({ clientId }) => <ClientName clientId={clientId} /> },
              { title: "Endpoint", place: "below", cell: ({ endpointId }) => <Id>{endpointId}</Id> },
              { title: "Attempt", isNumber: true, place: "below", cell: ({ attempt }) => attempt },
              { title: "Outcome", place: "end", cell: (attempt) => <Outcome {...attempt} /> },
              { title: "Duration", isNumber: true, cell: ({ durationMillis }) => `${whole(durationMillis)} ms` },
              {
                title: "Send again",
                place: "below",
                cell: ({ clientId, endpointId, eventId, type }) =>
                  type !== "endpoint.test" && (
                    <Button kind="quiet" onPress={() => void repeat({ clientId, endpointId, eventId })}>
                      Redeliver
                    </Button>
                  )
              }
            ]}
          />
        </>
      )}
    </LiveValue>
  )
}
