// What played reviewers find: a line with one of these words in quotes. Their sentences have no words in common, or they
// would count as the same finding.
export const troubles = [
  { word: 'lost', title: 'Lost item', problem: 'An element disappears when the list is rebuilt.' },
  { word: 'door', title: 'Open door', problem: 'Anybody can call this without permission.' },
  { word: 'sign', title: 'Wrong sign', problem: 'Amounts are subtracted instead of added.' },
  { word: 'query', title: 'Slow query', problem: 'Every row causes another round trip to storage.' },
  { word: 'cache', title: 'Stale value', problem: 'Old results survive an update.' },
  { word: 'check', title: 'Missing check', problem: 'Null reaches arithmetic further down.' },
]
