import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"
import { settings } from "./src/assets/PageBuild.ts"

export default mergeConfig(shared, { ...settings, test: { name: "web" } })
