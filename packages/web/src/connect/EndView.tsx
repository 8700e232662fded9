/**
 * Shows that a session has ended. Names the client if this browser knows it, and leads back to the client if the
 * session has a return URL.
 */
import type { ConnectFlow } from "./ConnectFlow.ts"
import { rememberedClient } from "./PageRoutes.ts"
import { EndScreen } from "./screens/EndScreen.tsx"
import type { Ending } from "./screens/EndScreen.tsx"
import type { ConnectPageSettings } from "./Settings.ts"

/**
 * The endings after which the link is still the one that this browser opened, so the client's name that it remembers is
 * correct.
 */
const own: ReadonlyArray<Ending | undefined> = ["expired", "failed", "offline"]

/** Returns the client's name. If the session no longer opens, returns the name that this browser remembers. */
export const clientOf = ({ ending, session }: ConnectFlow): string | undefined =>
  session.value?.client.name ?? (own.includes(ending.value) ? rememberedClient() : undefined)

export interface EndViewProps {
  readonly flow: ConnectFlow
  readonly ending: Ending
  readonly settings: ConnectPageSettings
}

export const EndView = ({ ending, flow, settings }: EndViewProps) => {
  // Finishing a session again changes nothing, but the service returns the return URL once more.
  const isFinished = ending === "COMPLETED" || ending === "ABANDONED"
  return (
    <EndScreen
      ending={ending}
      client={clientOf(flow)}
      helpUrl={settings.supportUrl}
      returning={flow.returning.value}
      onReturn={isFinished && flow.session.value?.returns === true ? () => void flow.finish(ending) : undefined}
      onRetry={() => location.reload()}
    />
  )
}
