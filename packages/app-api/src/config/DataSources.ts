/** Finds the data files that the configuration names, both beside the configuration file and in installed bundles. */
import { Effect, Option, Path } from "effect"
import * as BundlesSection from "./bundles/BundlesSection.ts"
import * as Installation from "./bundles/Installation.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as DataFiles from "./data/DataFiles.ts"

export const of = Effect.fnUntraced(function* (file: ConfigFile, configFile: Option.Option<string>) {
  const { dirname, resolve } = yield* Path.Path
  const folder = dirname(resolve(Option.getOrElse(configFile, () => "sheaf.json")))
  const bundles = BundlesSection.settingsOf(file.bundles, (relative) => resolve(folder, relative))
  return {
    bundles,
    files: DataFiles.make(folder, Installation.makeFinder(bundles)),
    versions: yield* Installation.versions(bundles)
  }
})
