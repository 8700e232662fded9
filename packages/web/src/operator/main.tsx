/** Starts the operator's console (spec 14.5). */
import { signal } from "@preact/signals"
import { render } from "preact"
import type { ComponentType } from "preact"
import { Button } from "../components/Button.tsx"
import "../styles/tokens.css"
import "../styles/base.css"
import { AuditList } from "./AuditList.tsx"
import { CertificateList } from "./CertificateList.tsx"
import { ClientList } from "./ClientList.tsx"
import { CompanyList } from "./CompanyList.tsx"
import { DeliveryList } from "./DeliveryList.tsx"
import "./operator.css"
import { MonitorList } from "./MonitorList.tsx"
import { Overview } from "./Overview.tsx"
import * as OperatorSession from "./OperatorSession.ts"
import { ProcessList } from "./ProcessList.tsx"

interface Screen {
  readonly title: string
  readonly Content: ComponentType
}

const screens: Readonly<Record<string, Screen>> = {
  overview: { title: "Overview", Content: Overview },
  clients: { title: "Clients", Content: ClientList },
  certificates: { title: "Certificates", Content: CertificateList },
  companies: { title: "Companies", Content: CompanyList },
  work: { title: "Work", Content: ProcessList },
  monitors: { title: "Monitors", Content: MonitorList },
  deliveries: { title: "Deliveries", Content: DeliveryList },
  audit: { title: "Audit log", Content: AuditList }
}

const routeOf = (fragment: string): string => (fragment.startsWith("#/") ? fragment.slice(2) : "overview")

const route = signal(routeOf(location.hash))
addEventListener("hashchange", () => {
  // Another link can be opened in the same tab.
  void OperatorSession.openSession()
  route.value = routeOf(location.hash)
})

const SignedOut = ({ isUsed }: { readonly isUsed: boolean }) => (
  <main class="operations__out">
    <h1>{isUsed ? "This link no longer works" : "Open the console with a link"}</h1>
    <p>
      Run <code>sheaf console</code> on this machine, and open the link that it prints. Each link works once, within
      five minutes.
    </p>
  </main>
)

const Operations = () => {
  if (OperatorSession.sessionState.value === "OPENING") return null
  if (OperatorSession.sessionState.value !== "OPEN")
    return <SignedOut isUsed={OperatorSession.sessionState.value === "USED_LINK"} />
  const { Content, title } = screens[route.value] ?? { title: "Overview", Content: Overview }
  return (
    <>
      <header class="operations__head">
        <strong>Sheaf operations</strong>
        <nav aria-label="Tables">
          {Object.entries(screens).map(([name, screen]) => (
            <a key={name} href={`#/${name}`} aria-current={screen.title === title ? "page" : undefined}>
              {screen.title}
            </a>
          ))}
        </nav>
        <Button kind="quiet" onPress={() => void OperatorSession.closeSession()}>
          Sign out
        </Button>
      </header>
      <main class="operations__main">
        <h1>{title}</h1>
        <Content key={title} />
      </main>
    </>
  )
}

const root = document.getElementById("app")
if (root !== null) {
  void OperatorSession.openSession()
  render(<Operations />, root)
}
