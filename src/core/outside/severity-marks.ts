import type { OutsideReviewer } from './reviewer.ts'
import { blankFences } from './text/fences.ts'
import { weightLabels } from './text/labels.ts'
import { withoutMarks } from './text/plain.ts'
import type { Weight } from './types.ts'

/** How grave a reviewer calls it; null when it does not say. Its own marks come before those that all understand. */
export function severityIn(markup: string, reviewer?: Pick<OutsideReviewer, 'severities'>): Weight | null {
  const head = blankFences(withoutMarks(markup.slice(0, longestMarks).replace(hiddenWeight, '$1')))
    .trimStart()
    .slice(0, headLength)
  for (const [mark, weight] of reviewer?.severities ?? []) if (mark.test(head)) return weight
  if (/^\W{0,20}minor\b[\w ]{0,30}:/i.test(head)) return 'low'
  const importance = /\bimportance(?:\[1-10\])?: ?(\d{1,2})\b/i.exec(head)?.[1]
  if (importance !== undefined) return weightOfNumber(Number(importance))
  for (const pattern of marks) {
    const word = pattern
      .exec(head)
      ?.slice(1)
      .find((group) => group !== undefined)
    if (word !== undefined) return weights[word.toLowerCase()] ?? null
  }
  return null
}

/** From 1 to 10. */
export function weightOfNumber(importance: number): Weight {
  return importance >= 9 ? 'high' : importance >= 7 ? 'medium' : 'low'
}

/** Some hide it from people. */
const hiddenWeight = /<!--\s{0,4}(\*{0,2}(?:critical|high|medium|low) severity\*{0,2})\s{0,4}-->/i

/** Marks stand at the beginning; further down the text may speak about the severity of something else. */
const headLength = 900
/** What is hidden before them may be long. */
const longestMarks = 20_000

/** What several reviewers mean by the same word. */
const weights: Readonly<Record<string, Weight>> = {
  p0: 'critical',
  critical: 'critical',
  blocker: 'critical',
  blocking: 'critical',
  p1: 'high',
  high: 'high',
  major: 'high',
  important: 'high',
  must: 'high',
  'action required': 'high',
  p2: 'medium',
  medium: 'medium',
  moderate: 'medium',
  minor: 'medium',
  should: 'medium',
  warning: 'medium',
  'remediation recommended': 'medium',
  'review recommended': 'medium',
  p3: 'low',
  p4: 'low',
  low: 'low',
  trivial: 'low',
  nit: 'low',
  nitpick: 'low',
  imo: 'low',
  'pre-existing': 'low',
  advisory: 'low',
  informational: 'low',
  info: 'low',
  높음: 'high',
  중간: 'medium',
  보통: 'medium',
  낮음: 'low',
  高: 'high',
  中: 'medium',
  低: 'low',
  严重: 'critical',
  致命: 'critical',
  alta: 'high',
  média: 'medium',
  media: 'medium',
  baixa: 'low',
  baja: 'low',
  hoch: 'high',
  mittel: 'medium',
  niedrig: 'low',
}

/** Structure first: pictures, then emphasised words, then a prefix. Words in running text speak of something else. */
const marks: readonly RegExp[] = [
  /!\[(?:security-)?(critical|high|medium|low)(?:[- ](?:priority|severity))?\]/i,
  /!\[(P[0-4])(?: Badge)?\]|alt=["'](P[0-4])["']|badges?\/(P[0-4])\b/i,
  /alt=["'](critical|high|medium|low)(?: severity| priority)?["']/i,
  /alt=["'](action required|remediation recommended|review recommended|advisory|informational)\b[^"']{0,20}["']/i,
  // A symbol before the word may be mis-encoded, and then has letters.
  /(?:^|\|)[^\w\n|]{0,8}[_*](?::\w{2,30}:)?(?:[^_*\n|\w]|[^\p{ASCII}]){0,12}(critical|major|minor|trivial)[_*]/imu,
  /(?:🔴|🟠|🟡|🔵|🟣|⚪|🟢)\s*\*{0,2}(critical|high|major|important|medium|minor|low|trivial|nit|pre-existing)\b/i,
  /(?:^|[*_>|([])[^\w\n]{0,6}(critical|high|medium|moderate|low)[ -]severity\b/im,
  /\bseverity(?: level)?(?:\W|<\/?\w+>){1,12}(critical|high|major|medium|moderate|minor|low|p[0-4])\b/i,
  new RegExp(
    String.raw`(?:^|[(|])[^\p{L}\p{N}\n]{0,8}(?:${weightLabels})(?: level)?[^\p{L}\p{N}\n]{1,8}(critical|high|major|medium|moderate|minor|low|p[0-4]|높음|중간|보통|낮음|高|中|低|严重|致命|alta|média|media|baixa|baja|hoch|mittel|niedrig)(?![\p{L}\p{N}])`,
    'imu',
  ),
  /(?<![\w`\])])\[(must|should|nit|nitpick|imo|critical|blocker|high|major|medium|minor|low|p[0-4])\]/i,
  /^\W{0,20}\b(p[0-4]|critical|blocker|blocking|nit|nitpick)\b\**\s*(?:\([^()\n]{1,60}\)\**\s*)?(?::|\s-\s|—|–)/i,
  /^\W{0,20}(p[0-4])(?: [\w/-]+){1,3}:/i,
  /(?:^|[|:(—–-])[^\w\n]{0,8}\*\*(p[0-4]|critical|high|medium|low)\*\*/im,
  // At the end of the headline.
  /^[^\n]{0,300}\((critical|high|major|medium|moderate|minor|low|nit|p[0-4])(?: (?:severity|priority|impact|risk))?\)[^\w\n]{0,6}(?:\n|$)/i,
]
