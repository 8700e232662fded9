/** What a newcomer sees first: what Sheaf does, and the runs that show it. */
import { allScenarios } from "./calls/ScenarioCatalog.ts"
import { firstRuns } from "./calls/FirstRuns.ts"
import { titleOf } from "./calls/ScenarioTitles.ts"

const steps = [
  ["Your program", "starts a collection at a company"],
  ["The person", "signs in, and answers what the company asks"],
  ["Sheaf", "returns the records, in one format for all companies"]
] as const

export const Welcome = () => (
  <div class="welcome">
    <div class="welcome__lead">
      <h1>Insurance, pensions and bank accounts through one API</h1>
      <p>
        Sheaf signs in at companies and banks for a person who agreed to it, and returns what they have there. Try it
        here: everybody and everything is invented.
      </p>
    </div>
    <ol class="welcome__steps" aria-label="How it works">
      {steps.map(([who, what], index) => (
        <li key={who}>
          <span aria-hidden="true">{index + 1}</span>
          <p>
            <strong>{who}</strong> {what}
          </p>
        </li>
      ))}
    </ol>
    <ul class="welcome__runs" aria-label="First runs">
      {firstRuns.map(({ press, scenario, text }, index) => (
        <li key={scenario} class="welcome__run">
          <h2>{titleOf(scenario)}</h2>
          <p>{text}</p>
          <a class={`button button--${index === 0 ? "primary" : "secondary"}`} href={`#/${scenario}/run`}>
            {press}
          </a>
        </li>
      ))}
    </ul>
    <p class="soft">
      The list has {allScenarios.value.length === 0 ? "all" : `all ${allScenarios.value.length}`} scenarios: refusals,
      timeouts, locked accounts, slow companies and more. Every run shows its requests, as curl, TypeScript and HTTP.
    </p>
  </div>
)
