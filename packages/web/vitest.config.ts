import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"
import { buildSettings } from "./src/assets/PageBuild.ts"

export default mergeConfig(shared, { ...buildSettings, test: { name: "web" } })
