/** Explains why a file cannot be used, in plain words for the command line. */

const reasons: Readonly<Record<string, string>> = {
  AlreadyExists: "it exists already",
  NotFound: "there is no such file or folder",
  PermissionDenied: "this user has no permission"
}

/** Returns, for example, "there is no such file or folder". */
export const reasonOf = ({ reason: { _tag } }: { readonly reason: { readonly _tag: string } }): string =>
  reasons[_tag] ?? _tag
