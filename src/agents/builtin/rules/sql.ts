// Parts of regular expressions that tell SQL from prose. A sentence such as "could not update the user where id = 5" is no
// statement: only text that begins like one counts, and only when a value is put in where a parameter belongs.

const statement =
  '\\s*(?:select\\b.+\\bfrom\\b|insert\\s+into\\b|update\\s+\\S+\\s+set\\b|delete\\s+from\\b|replace\\s+into\\b)'

const valueFollows = "(?:=|<|>|\\blike|\\bin\\s*\\(|\\bvalues\\s*\\([^)]*)\\s*'?%?"

/** A string literal (with its quotes) that is an SQL statement cut off where a value belongs. */
export const sqlBeforeValue = `(?is)^[fr]?["\`]+${statement}.*${valueFollows}["\`]+$`

/** An SQL statement with a placeholder of a formatting function where a value belongs. */
export const sqlWithFormat = `(?is)^["\`]+${statement}.*${valueFollows}%[svqd]`

/** The same for `format!("… {}")`. */
export const sqlWithBraces = `(?is)^[r#]*"${statement}.*${valueFollows}\\{[a-z0-9_:]*\\}`

/** The same for a JavaScript template. */
export const sqlWithSubstitution = `(?is)^\`${statement}.*${valueFollows}\\$\\{`

/** Names of things that must not be guessable. */
export const secretName =
  '(?i)(token|secret|passw(or)?d|passphrase|nonce|salt|session_?id|api_?key|otp(code)?$|csrf|reset_?code|verification_?code|invite_?code)'

export const sqlGate =
  /\b(?:select\s[^;]{0,500}?\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|replace\s+into)\s/i
