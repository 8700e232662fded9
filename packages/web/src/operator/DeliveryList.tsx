/** The events that reached their endpoints, and those that will be retried. */
import { useSignal } from "@preact/signals"
import type { WebhookEndpointView, RedeliveryRequest } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { whole } from "./Figures.ts"
import { ChartNote, useHistory, WindowChoice } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { sendRequest } from "./OperatorSession.ts"
import { DeliveryCharts } from "./ServiceCharts.tsx"
import { ClientName } from "./Names.tsx"
import { EventType, Id, wordsOf } from "./Words.tsx"

type DeliveryAttempt = WebhookEndpointView["attempts"][number]

const attemptsOf = (endpoints: ReadonlyArray<WebhookEndpointView>) =>
  endpoints
    .flatMap(({ attempts, clientId, endpointId }) => attempts.map((attempt) => ({ ...attempt, clientId, endpointId })))
    .toSorted((one, other) => other.at.localeCompare(one.at))

const Outcome = ({ error, errorCode, status }: DeliveryAttempt) => (
  <Badge tone={error === undefined ? "success" : "danger"}>
    {[wordsOf(error ?? "DELIVERED"), status, errorCode].filter((part) => part !== undefined).join(" ")}
  </Badge>
)

/** Shows how many events were delivered, and how long the oldest undelivered event has waited. */
const Charts = () => (
  <section class="history" aria-labelledby="history">
    <div class="history__head">
      <h2 id="history">Deliveries over time</h2>
      <WindowChoice />
    </div>
    <LiveValue live={useHistory()}>
      {(history) => (
        <>
          <div class="charts">
            <DeliveryCharts history={history} />
          </div>
          <ChartNote history={history} />
        </>
      )}
    </LiveValue>
  </section>
)

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
      { title: "Waiting events", isNumber: true, cell: ({ waiting }) => whole(waiting) },
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
          <Charts />
          <Endpoints endpoints={endpoints} />
          <p role="status" class="told">
            {told.value}
          </p>
          <DataTable
            caption="Attempts"
            empty="Nothing has been sent yet."
            rows={attemptsOf(endpoints)}
            keyOf={({ attempt, at, endpointId, eventId }) => `${endpointId} ${eventId} ${attempt} ${at}`}
            columns={[
              { title: "Sent", cell: ({ at }) => <RelativeTime at={at} /> },
              {
                title: "Event",
                cell: ({ eventId, type }) => (
                  <a href={`#/search/${eventId}`}>
                    <EventType>{type}</EventType>
                  </a>
                )
              },
              { title: "Client", cell: ({ clientId }) => <ClientName clientId={clientId} /> },
              { title: "Endpoint", cell: ({ endpointId }) => <Id>{endpointId}</Id> },
              { title: "Attempt", isNumber: true, cell: ({ attempt }) => attempt },
              { title: "Outcome", cell: (attempt) => <Outcome {...attempt} /> },
              { title: "Duration", isNumber: true, cell: ({ durationMillis }) => `${whole(durationMillis)} ms` },
              {
                title: "Send again",
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
