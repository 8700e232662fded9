import { serve } from "@sheaf/connector"
import { startSite } from "./company-site.ts"
import { makeConnector } from "./connector.ts"

serve(makeConnector(process.env["COMPANY_URL"] ?? (await startSite())))
