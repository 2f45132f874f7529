// Words before a colon, in the languages in which reviewers are asked to write.

const words = (list: string) => list.split(' ').join('|')

/** What follows says where something is. */
export const placeLabels = words(
  'files? paths? locations? where 위치 파일 位置 場所 箇所 ファイル 文件 路径 ubicación archivo localização arquivo emplacement fichier datei stelle',
)

/** What follows says how grave it is. */
export const weightLabels = words(
  'severity priority 우선순위 중요도 심각도 重要度 優先度 深刻度 严重程度 严重性 优先级 severidad prioridad severidade prioridade gravidade sévérité priorité schweregrad priorität',
)

/** What follows is part of the problem above it. */
export const partLabels = `${weightLabels}|${words(
  'impact risk category type issue problem bug description details why cause fix suggestion recommendation solution example evidence confidence',
)}|root cause|suggested fix|recommended fix|proposed fix|${words(
  '문제 문제점 위험 결과 원인 영향 해결 개선 개선점 권장사항 제안 예시 問題 問題点 影響 原因 理由 対策 修正 修正案 提案 推奨 例 问题 影响 原因 建议 修复 示例 problema impacto causa solución sugerencia recomendación solução sugestão recomendação problème cause solution recommandation ursache auswirkung lösung vorschlag empfehlung',
)}|해결 방법|해결 방안|개선 방안|개선 방법|권장 사항|현재 상태|解决方案|修改建议`
