/** The events that reached their endpoints, and those that will be retried. */
import { useSignal } from "@preact/signals"
import type { WebhookEndpointView, RedeliveryRequest } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { useHistory, WindowChoice } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { sendRequest } from "./OperatorSession.ts"
import { DeliveryCharts } from "./ServiceCharts.tsx"
import { Constant, wordsOf } from "./Words.tsx"

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

/** How many events were delivered, and how long others have waited. */
const Charts = () => (
  <section class="history" aria-labelledby="history">
    <div class="history__head">
      <h2 id="history">Deliveries over time</h2>
      <WindowChoice />
    </div>
    <LiveValue live={useHistory()}>
      {(history) => (
        <div class="charts">
          <DeliveryCharts history={history} />
        </div>
      )}
    </LiveValue>
  </section>
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
          <DataTable
            caption="Endpoints"
            empty="No client has a webhook endpoint."
            rows={endpoints}
            keyOf={({ endpointId }) => endpointId}
            columns={[
              { title: "Address", isLong: true, cell: ({ url }) => <code>{url}</code> },
              { title: "Client", cell: ({ clientId }) => <code>{clientId}</code> },
              {
                title: "State",
                cell: ({ disabledReason }) => (
                  <Badge tone={disabledReason === undefined ? "success" : "danger"}>
                    {wordsOf(disabledReason ?? "ENABLED")}
                  </Badge>
                )
              },
              { title: "Waiting events", isNumber: true, cell: ({ waiting }) => waiting },
              { title: "Next attempt", cell: ({ nextAt }) => nextAt && <RelativeTime at={nextAt} /> }
            ]}
          />
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
              { title: "Event", cell: ({ type }) => <Constant>{type}</Constant> },
              { title: "Client", cell: ({ clientId }) => <code>{clientId}</code> },
              { title: "Attempt", isNumber: true, cell: ({ attempt }) => attempt },
              { title: "Outcome", cell: (attempt) => <Outcome {...attempt} /> },
              { title: "Duration", isNumber: true, cell: ({ durationMillis }) => `${durationMillis} ms` },
              {
                title: "Again",
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
