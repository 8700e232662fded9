/**
 * Shows the records that a run has read, as cards with kinds and sums. Beside them, shows the JSON that a program
 * receives. Selecting a card marks the record's JSON.
 */
import type { CollectedData } from "@sheaf/client"
import { KindIcon } from "@sheaf/web/components/KindIcon"
import { useSignal } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import * as Records from "./calls/CollectedRecords.ts"
import type { RecordCard, RecordGroup } from "./calls/CollectedRecords.ts"
import { CodeBlock } from "./CodeBlock.tsx"

interface CardProps {
  readonly card: RecordCard
  /** The id of the record whose JSON is marked. */
  readonly chosen: Signal<string | undefined>
}

/** A button that shows a record. When pressed, it marks the record's JSON. */
const Card = ({ card: { details, icon, id, kind, name, sum, sumNote }, chosen }: CardProps) => (
  <li>
    <button type="button" class="record" aria-pressed={chosen.value === id} onClick={() => (chosen.value = id)}>
      <KindIcon kind={icon} />
      <span class="record__what">
        <span class="record__kind">{kind}</span>
        <span class="record__name">{name}</span>
        {details.map((detail) => (
          <span key={detail} class="record__detail">
            {detail}
          </span>
        ))}
      </span>
      {sum !== undefined && (
        <span class="record__sum">
          <strong>{Records.formatMoney(sum)}</strong>
          <span>{sumNote}</span>
        </span>
      )}
    </button>
  </li>
)

interface GroupProps extends Pick<CardProps, "chosen"> {
  readonly group: RecordGroup
  readonly cards: ReadonlyArray<RecordCard>
}

const Group = ({ cards, chosen, group }: GroupProps) => (
  <section class="records" aria-label={Records.groupNames[group].title}>
    <div class="records__head">
      <h3>{Records.groupNames[group].title}</h3>
      <p>{group !== "insurance" && cards.length > 1 && `${Records.totalsOf(cards).join(" + ")} together`}</p>
    </div>
    <ul>
      {cards.map((card) => (
        <Card key={card.id} card={card} chosen={chosen} />
      ))}
    </ul>
  </section>
)

export interface ResultPanelProps {
  readonly data: CollectedData
  /** True if a person has just pressed the button that reads the data. The page then scrolls to the data, and the data
   * gets the focus. */
  readonly isNew: boolean
}

export const ResultPanel = ({ data, isNew }: ResultPanelProps) => {
  const chosen = useSignal<string | undefined>(undefined)
  useEffect(() => {
    if (!isNew) return
    const heading = document.getElementById("result")
    heading?.scrollIntoView({ block: "start" })
    heading?.focus({ preventScroll: true })
  }, [isNew])
  const cards = Records.cardsOf(data)
  const records = [...data.insurance, ...data.wealth]
  const marked = records.findIndex(({ id }) => id === chosen.value)
  return (
    <section class="panel panel--result" aria-labelledby="result">
      <h2 id="result" tabIndex={-1}>
        {Records.summaryOf(cards)}
      </h2>
      {records.length > 0 && (
        <>
          <p class="soft">Select a record to find it in the JSON.</p>
          <div class="result">
            <div class="result__cards">
              {[...Map.groupBy(cards, ({ group }) => group)].map(([group, cards]) => (
                <Group key={group} group={group} cards={cards} chosen={chosen} />
              ))}
            </div>
            <CodeBlock
              title="JSON"
              language="json"
              label="records as JSON"
              text={JSON.stringify(records, null, 2)}
              marked={marked === -1 ? undefined : marked}
            />
          </div>
        </>
      )}
    </section>
  )
}
