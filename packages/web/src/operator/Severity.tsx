/** The one scale by which the console judges what is wrong. Each color means the same on all pages. */
import "./Severity.css"

export type Severity = "danger" | "notice" | "neutral"

const names: Readonly<Record<Severity, string>> = { danger: "Act now", notice: "Look into it", neutral: "Plan" }

const meanings: Readonly<Record<Severity, string>> = {
  danger: "it has stopped, or is about to",
  notice: "part of it fails, or Sheaf still tries",
  neutral: "nothing to do yet"
}

const all: ReadonlyArray<Severity> = ["danger", "notice", "neutral"]

/** The severity in words, because not everybody sees its color. */
export const SeverityName = ({ tone }: { readonly tone: Severity }) => (
  <span class={`severity severity--${tone}`}>{names[tone]}</span>
)

export const SeverityLegend = () => (
  <dl class="severities" aria-label="What the colors mean">
    {all.map((tone) => (
      <div key={tone}>
        <dt>
          <SeverityName tone={tone} />
        </dt>
        <dd>{meanings[tone]}</dd>
      </div>
    ))}
  </dl>
)
