// What words mean, in the languages in which reviewers write. `*`: any ending; `_`: a space. The only list of words for reading reviewers.

const lists = {
  negation: `no not none never without zero nothing *n't nil neither kein* nicht nichts ohne aucun* pas rien sans néant ningun* ningún nada sin não nenhum* sem nessun* non niente nulla senza geen niet niets zonder
    brak żadn* nie nic нет не ничего никак* без отсутств* yok değil hiç* bulunmad* bulunamad* edilmed* yapılmad* saptanmad* görülmed* rastlanmad* inga ingen inte ありません なし ません ない なかった 無し 没有 沒有 无 無 未 不 없 않 नहीं لا لم لن ليس بدون`,
  issue: `changes_recommended changes_requested changes_required requested_changes blocking_issues issue* problem* bug bugs finding* concern* defect* vulnerabilit* violation* error* warning* flaw* blocker* regression* weakness* mistake* risk risks befund* fehler* mängel* schwachstelle* risiken beanstandung* auffälligkeit* bedenken erreur* anomalie* défaut* vulnérabilité* constat* risque* avertissement* incidencia* fallo* hallazgo* errores
    defecto* vulnerabilidad* riesgo* advertencia* achado* falha* erros defeito* vulnerabilidade* risco* apontamento* problemi difett* vulnerabilit* rischi* criticità segnalazion* problemen fout fouten bevinding* usterk* błęd* błąd uwag* zagroże* zastrzeż* проблем* ошибк* замечан* уязвим* дефект* недостат* нарушен* баг* sorun* hata* bulgu* açık* problem* uyarı*
    問題 指摘 不具合 バグ 脆弱性 懸念 課題 リスク エラー 警告 问题 問題 缺陷 漏洞 隐患 错误 风险 문제 이슈 결함 버그 취약점 지적 우려 समस्या* त्रुटि* बग खामी خامियां مشكلة مشاكل مشكلات أخطاء ثغرات عيوب ملاحظات`,
  suggestion: `focus_areas suggestion* comment* recommendation* improvement* nit nits nitpick* feedback remark* advice proposal* consider* note notes optional hinweis* vorschl* empfehlung* verbesserung* anmerkung* kommentar* suggestion* commentaire* remarque* recommandation* amélioration* conseil* sugerencia* comentario* recomendaci* mejora* observaci* sugest*
    comentário* recomenda* melhoria* observaç* suggeriment* comment* raccomandazion* migliorament* osservazion* suggestie* opmerking* aanbeveling* verbetering* sugesti* komentarz* rekomendacj* usprawnie* предложен* комментари* рекомендац* улучшен* совет* öneri* yorum* tavsiye* iyileştirme* 提案 コメント 改善 推奨 建议 建議 评论 意见 改进 제안 코멘트 댓글 의견 개선 권장 सुझाव टिप्पणी* सुधार اقتراح* تعليق* توصيات تحسين*`,
  found: `found find finds detect* identif* spotted report* posted generated discovered raised left remain* gefunden entdeckt festgestellt erkannt trouv* détect* relev* signal* identifi* encontr* detect* hall* identific* trovat* rilevat* riscontrat* emers* gevonden znalezion* wykryt* stwierdz* znalaz* найден* обнаруж* выявл* нашел нашёл bulun* tespit saptan* rastlan* 見つか 検出 発見 见つ 发现 發現 检测 找到 발견 검출 찾 확인 मिल* पाई पाया पाए العثور اكتشاف رصد نجد نعثر`,
  praise: `spotless flawless makellos* impeccable* good great well positive* strength* nice nicely excellent praise highlight* LGTM looks_good kudos solid tidy clean ship_it gut gute* positiv* stärken lob gelungen* sauber* bien bon bons bonnes points_forts positif* positifs excellent* bravo propre fortaleza* acierto* buen* bueno bien fortes forte bom bons boas boa acerto* ótim* muito_bem punti_di_forza bene buon* ottim* goed goede sterke mocne dobre dobrze pozytywn* zalet* świetn* хорош* сильн* плюс* достоинств* отличн* молод* olumlu güçlü iyi güzel temiz harika
    良い 良好 優れ 良かった 長所 よくでき 素晴らし 综上良好 优点 亮点 做得好 优秀 장점 좋은 좋습니다 잘된 긍정 강점 훌륭 अच्छ* बढ़िया सकारात्मक खूबियाँ إيجابي* القوة جيد* ممتاز*`,
  summary: `verdict conclusion conclusions fazit conclusie conclusión conclusão conclusione wniosek вывод* sonuç 結論 结论 결론 निष्कर्ष الخلاصة summary overview walkthrough guida guía leitfaden lettura description changes changelog diagram* what_changed guide effort checklist todo_list tasks statistics stats metadata zusammenfassung überblick übersicht änderungen rundgang beschreibung résumé aperçu synthèse modifications changements description resumen visión_general cambios descripción recorrido resumo visão_geral alterações mudanças descrição riepilogo sommario panoramica modifiche descrizione samenvatting overzicht wijzigingen podsumowanie przegląd_zmian zmiany opis сводка обзор изменени* описание итог* резюме кратко özet* genel_bakış değişiklik* açıklama
    概要 要約 まとめ 変更点 変更内容 サマリ* ウォークスルー 摘要 概述 总结 變更 变更 改动 概览 요약 개요 변경 सारांश अवलोकन परिवर्तन बदलाव* ملخص نظرة_عامة التغييرات`,
  resolved: `resolved addressed fixed outdated dismissed solved already completed processed implemented verified ignored obsolete erledigt* behoben* gelöst* bereits resolu* résolu* corrigé* déjà traité* resuelt* corregid* solucionad* resolvid* corrigid* risolt* corrett* già opgelost* rozwiązan* naprawion* poprawion* исправлен* решен* решён* устранен* çözül* düzeltil* giderildi gideril* 解決済 修正済 対応済 已解决 已修复 已处理 已修正 해결됨 해결된 수정됨 हल_किए हल_हो تم_حل تم_إصلاح محلول*`,
  open: `unresolved open remaining still yet new be must should partially partly to needs offen* noch non_résolu* ouvert* pendiente* abiert* pendente* abert* apert* otwart* нерешен* открыт* осталось açık çözülmemiş 未解決 未対応 未解决 未修复 미해결`,
  review: `review* analys* analyz* scan scans scanned check checked inspect* bot assistant model api request job workflow run agent service server we I our my überprüf* prüfung geprüft analyse* revue relecture analys* examen revisión revis* análisis anális* analisi* controll* przegląd* anali* recenzj* ревью проверк* анализ* провер* рецензи* inceleme* analiz* değerlendirme* レビュー 解析 分析 審査 チェック 评审 審查 审查 检查 检视 リビュー 리뷰 검토 분석 समीक्षा विश्लेषण जांच مراجعة تحليل فحص`,
  failed: `fail* failure error errored crash* abort* unable couldn't could_not cannot can't exception broke interrupted cancel* incompl* unvollständig* unavailable no_results overloaded incomplete unsuccessful went_wrong not_complete* didn't_complete did_not_complete no_output empty_response fehlgeschlagen gescheitert abgebrochen fehler konnte_nicht konnten_nicht konnte* unvollständig échou* échec erreur impossible n'a_pas_pu n'ont_pas_pu interromp* falló fallido* error no_se_pudo no_pud* no_fue_posible interrump* falhou falha erro não_foi_possível não_conseg* interromp* errore fallit* impossibile non_è_stato_possibile non_è_riuscit* mislukt* fout niet_gelukt kon_niet błąd nie_udało niepowodzen* przerwan*
    ошибк* не_удалось сбой* прерван* не_смог* не_заверш* başarısız hata* tamamlanamad* yapılamad* edilemedi 失敗 エラー できませんでした 中断 完了しなかった 完了できず 异常 異常 失败 失敗 错误 出错 无法 未能 中止 실패 오류 에러 못했 중단 विफल त्रुटि असफल नहीं_हो_सक* नहीं_कर_सक* فشل خطأ تعذر لم_نتمكن لم_يتمكن`,
  timeout: `délai timeout timed_out time-out time_out took_too_long zeitüberschreitung zeitlimit délai_dépassé délai_d'attente expiration_du_délai tiempo_de_espera tiempo_agotado tempo_limite tempo_esgotado tempo_scaduto limite_di_tempo przekroczono_czas limit_czasu przekroczeni*_czasu таймаут* истекло_время время_ожидания превышено_время zaman_aşımı* タイムアウト 超时 超時 시간_초과 시간이_초과 타임아웃 समय_समाप्त समय_सीमा انتهت_المهلة المهلة مهلة`,
  limit: `limit limits quota* credit* budget allowance capacity usage billing payment subscription* plan licen*  seat seats trial paid upgrade rate_limit* account api_key kontingent* guthaben lizenz* abonnement* tarif* limite* crédit* licence* abonnement* forfait quota* cuota* límite* crédito* licencia* suscripci* plan cota* assinatura* licença* plano credit* licenz* abbonament* limiet* licentie* limitu limity kredyt* licencj* subskrypcj* лимит* квот* лиценз* подписк* тариф* кредит* kota* sınır* lisans* abonelik* kredi* 上限 制限 クォータ クレジット ライセンス プラン 限额 配额 额度 上限 许可 席位 订阅 套餐 한도 쿼터 할당량 라이선스 좌석 구독 크레딧 요금제 सीमा कोटा लाइसेंस क्रेडिट सदस्यता الحد حصة الحصة ترخيص اشتراك رصيد`,
  reached: `reached exceed* exhausted used_up used_all used hit over expired ended out_of insufficient depleted remaining remain required require* need* inactive missing too_low more_than larger_than not_enough no_more available until wait erreicht überschr* aufgebraucht ausgeschöpft erschöpft abgelaufen benötigt fehlt atteint* dépass* épuis* expir* requis* nécessaire alcanz* agot* super* exced* venci* requier* necesit* ating* esgot* excede* expir* requer precisa necess* raggiunt* esaur* superat* scadut* richiest* bereikt overschreden verlopen wyczerpan* przekrocz* osiągnię* wygas* wymaga* исчерпан* достигнут* превыш* истек* истёк закончил* требует* aşıldı aştı doldu tükendi ulaşıl* ulaştı bitti sona_erdi gerek* 達し 超え 超過 使い切 期限切れ 切れ 必要 已达 达到 超过 超出 用尽 用完 耗尽 到期 过期 需要 不足 도달 초과 소진 만료 필요 부족 समाप्त पार पहुँच* पहुंच* आवश्यक بلغ* تجاوز* استنفد* نفد* انتهت انتهى`,
  skipped: `rate_limited not_have_access n't_have_access skip skips skipped skipping not_available only_supports paused disabled not_enabled unsupported not_supported suspended deactivated draft too_large too_big too_many no_reviewable excluded ineligible not_eligible not_registered sunset discontinued no_longer_available no_access larger_than not_currently_supported not_configured übersprungen pausiert* deaktiviert* nicht_unterstützt zu_groß entwurf ausgesetzt ignoré* suspendu* désactivé* trop_volumineu* trop_grand* trop_gros* brouillon non_pris en_pause omitid* omitió omite pausad* desactivad* demasiado_grande* borrador no_compatible* ignorad* pulad* rascunho muito_grande grande_demais desativad* saltat* sospes* troppo_grande bozza disattivat* non_supportat* in_pausa overgeslagen gepauzeerd te_groot pominięt* wstrzyman* wyłączon* zbyt_duż* szkic* za_duż* nieobsługiwan* пропущен* приостановл* отключен* отключён* слишком_больш* черновик* не_поддержива* atlan* duraklat* devre_dışı çok_büyük taslak desteklenm* スキップ 一時停止 無効 大きすぎ 対象外 ドラフト 下書き サポートされて 未対応 見送 跳过 跳過 暂停 禁用 过大 太大 草稿 不支持 停用 건너 일시_중지 일시중지 비활성 너무_큽 너무_커 너무_크 초안 지원하지 지원되지 छोड़* रोक* बहुत_बड़* ड्राफ्ट ड्राफ़्ट تخطي إيقاف معطل* متوقف* كبير_جدا كبير_جدًا مسودة غير_مدعوم*`,
  reviewed: `reviewed review_this review_it review_the review_any review_your analyzed analysed analyze_this checked carried_out looked_at geprüft durchgesehen überprüft analysiert begutachtet relu* analysé* examiné* réalisée effectuée revisad* revisar analizad* analizar analisad* analisar realizad* a_análise o_código esaminat* revisionat* analizzat* eseguit* sprawdzon* przejrzan* przeanalizowan* wykonan* проверен* проверить проанализирован* выполнен* incelenm* incelenemed* incelenme* レビューし レビューでき レビューされ 実行され 审查 评审 검토하지 검토되지 리뷰하지 리뷰되지 समीक्षा مراجعة`,
  elsewhere: `deploy* preview* build builds quality_gate coverage pipeline compilation merge merging rebase rebasing benchmark* release package packages`,
  flawless: `spotless flawless makellos* einwandfrei nichts_auszusetzen impeccable* irréprochable* rien_à_redire nada_que_objetar impecable* impecável ineccepibil* nessun_rilievo bez_zarzutu безупречн* kusursuz 問題なし 完璧 没有问题 문제없 निर्दोष`,
  progress: `being_reviewed being_analyzed being_analysed começou comenzó comenzado ha_iniziato a_commencé hat_begonnen beginnt begonnen in_progress reviewing analyzing analysing analyses_now working processing queued pending started starting begun running shortly soon moment hold_on on_it wird_geprüft wird_gerade läuft in_arbeit gestartet warteschlange gleich en_cours lancé* démarr* en_attente bientôt en_curso en_progreso analizando revisando procesando en_breve en_cola em_andamento analisando revisando em_breve iniciad* na_fila in_corso analizzando avviat* a_breve bezig gestart w_toku trwa rozpoczęt* w_kolejce wkrótce выполня* идет идёт в_процессе начал* ожидайте скоро очеред* запущен* devam_ediyor inceleniyor başlad* başlat* sürüyor sırada birazdan 実行中 レビュー中 解析中 処理中 確認中 開始しました お待ち 少々 キュー 正在 进行中 排队 请稍候 请稍等 稍后 已开始 진행_중 진행중 검토_중 검토중 분석_중 분석중 시작 잠시 대기 प्रगति_में जारी शुरू थोड़ी_देर قيد جارٍ جاري جار_ بدأ* بدأت قريبا`,
  done: `finished completed complete done passed approved approve success* fertig abgeschlossen bestanden terminé* approuvé* completad* aprobad* terminad* concluíd* aprovad* completat* approvat* voltooid zakończon* zatwierdz* заверш* одобрен* tamamland* onaylan* 完了 承認 完成 通过 批准 已批准 완료 승인 पूर्ण स्वीकृत اكتمل* مكتمل* معتمد* تمت`,
  contrast: `but however although though except jedoch aber allerdings außer mais cependant toutefois sauf pero sin_embargo aunque salvo mas porém contudo exceto ma tuttavia però tranne maar echter ale jednak но однако кроме ama ancak fakat しかし ただし ですが 但 但是 不过 然而 하지만 다만 그러나 लेकिन परंतु किन्तु لكن ولكن`,
  demand: `please_add instead_of yerine anstatt au_lieu en_lugar em_vez invece вместо 代わりに 而不是 대신 should must needs_to need_to has_to have_to please could_you would_you can_you instead better consider* recommend* suggest fix replace remove rename ensure make_sure avoid sollte* muss müss* bitte besser statt stattdessen devrait* doit faut veuillez plutôt debería* debe* por_favor mejor conviene deveria* deve* melhor dovrebbe* deve per_favore meglio conviene zou moet* graag beter powinien powinn* należy proszę warto lepiej следует нужно должн* пожалуйста лучше стоит gerek* lütfen olmalı* öneririm daha_iyi すべき べき ください 必要があ したほうが 方がよい 应该 應該 请 需要 最好 建议 必须 해야 바랍니다 해주세요 좋겠 필요 चाहिए कृपया يجب يرجى ينبغي الأفضل`,
  defect: `crash* throw* thrown panic* fails break breaks broken wrong* incorrect* invalid leak* overflow* race races deadlock* null undefined never silently infinite stale lost loses lose inject* insecure unsafe vulnerab* mismatch missing unhandled unbounded twice duplicate* stürzt falsch* fehlt fehlend* verloren ungültig* leck* unsicher* endlos plante faux incorrect* manque* perdu* fuite* invalide* falla rompe incorrect* falta* perd* inválid* fuga* inseguro quebra errad* vaza* ausente* rompe sbagliat* manca* perde perso perdit* crasht kapot ontbre* verkeerd* brakuj* błędn* gubi wyciek* падает неверн* неправильн* теря* утечк* отсутств* çöker yanlış eksik kaybol* sızıntı 漏れ 誤 失われ クラッシュ 例外 欠落 无限 崩溃 丢失 泄漏 泄露 缺少 不正确 누락 누수 잘못 크래시 유실 गलत क्रैश خاطئ تسرب مفقود`,
  taste: `readab* clarity clearer cleaner consisten* inconsisten* naming convention* style stylistic formatting whitespace indentation typo* spelling grammar cosmetic verbose braces pep8 lesbarkeit lisibilité legibilidad legibilidade leggibilità czytelnoś* читаемост* okunabilir* 可読性 命名 可读性 가독성`,
  hesitation: `consider* might may_want perhaps maybe optional* would_be_nice nice_to_have could prefer worth recommended generally usually eventuell vielleicht könnte peut-être éventuellement pourrait quizá* podría* talvez poderia* forse potrebbe może возможно belki かもしれ 可以考虑 或许 아마`,
  prompt: `prompt prompts ai_agent* ai_agents with_ai agents llm copy_paste`,
  held: `suppressed low_confidence low-confidence not_posted draft_comment* draft_comments hidden_comments zurückgehalten`,
  extra: `related_issue* related_pr* linked_issue* pre-merge_checks failed_checks passed_checks click_for_details about tips help how_to commands configuration settings config run_id powered_by learn_more more_information review_info review_details recent_review_info context_used files_selected files_ignored files_not_reviewed commits run_configuration sequence additional_comments alternatives assessment references sources learnings thanks documentation links tipps befehle hilfe aide commandes ayuda comandos ajuda aiuto pomoc справка yardım ヘルプ 帮助 도움말`,
  file: `file files path paths location locations where datei dateien stelle fundort fichier fichiers emplacement archivo archivos ubicación arquivo arquivos localização local posizione bestand plik pliki lokalizacja файл файлы место расположение dosya konum ファイル 場所 箇所 位置 文件 路径 파일 위치 फ़ाइल फाइल स्थान الملف ملف الموقع`,
  line: `line lines line_number zeile zeilen ligne lignes línea líneas linea linha linhas righe riga regel linia linie wiersz строка строки строк satır 行 行番号 行号 라인 줄 행 पंक्ति लाइन السطر سطر`,
  severity: `severity priority level impact importance grade schweregrad priorität sévérité gravité priorité severidad gravedad prioridad severidade gravidade prioridade severità gravità priorità ernst prioriteit waga priorytet важност* серьезност* серьёзност* приоритет önem* öncelik* seviye 重要度 優先度 深刻度 严重程度 严重性 优先级 级别 심각도 중요도 우선순위 गंभीरता प्राथमिकता الخطورة الأولوية`,
  topic: `security performance maintainability correctness architecture testing tests test accessibility design logic functional sicherheit leistung wartbarkeit sécurité seguridad rendimiento segurança desempenho sicurezza prestazioni bezpieczeństw* wydajnoś* безопасност* производительност* güvenlik performans セキュリティ パフォーマンス 安全性 安全 性能 보안 성능 सुरक्षा प्रदर्शन الأمان الأداء`,
  small: `the a an of and or for in on to by with your this that these it is are was were were_not pr pull request code areas potential possible key main other total count number any all also most der die das den und für von zu im in_den es sind wurden wurde le la les des du de d' et pour dans une un a_été ont_été el los las y para en del se han ha hay o os as e da do das dos foi foram há di il i gli del della sono stati stato een het van en zijn w z i do się są nie в и на по для ve bir bu için の は が を に な 的 了 을 를 이 가 은 는 의 का की के में है हैं من في على أي`,
  field: `impact risk category type issue problem bug description details why cause root_cause fix suggested_fix recommended_fix proposed_fix suggestion recommendation solution example evidence confidence current better before after rule auswirkung ursache lösung vorschlag empfehlung begründung impact cause correction solution recommandation impacto causa solución sugerencia recomendación corrección solução sugestão recomendação correção impatto causa soluzione suggerimento consiglio skutek przyczyna rozwiązanie sugestia причина решение исправление последствия рекомендация etki neden çözüm öneri 影響 原因 理由 対策 修正案 修正 提案 推奨 例 影响 原因 建议 修复 说明 示例 문제점 영향 원인 해결 개선 제안 예시 권장사항 해결_방법 개선_방안 कारण सुझाव समाधान प्रभाव السبب الحل التأثير الاقتراح`,
} as const

export type Concept = keyof typeof lists

const weights = {
  critical: `critical blocker blockers blocking severe p0 s0 must_fix kritisch* blockierend* critique* bloquant* crític* bloqueant* critic* bloccant* kritiek* krytyczn* blokując* критич* блокир* kritik 致命的 致命 重大 緊急 严重 嚴重 치명 심각 गंभीर حرج* حرجة`,
  high: `high major important p1 s1 action_required hoch hohe hoher schwerwiegend* wichtig* élevé* haute majeur* important* alta alto altas altos graves grave importante* elevad* hoog hoge wysok* poważn* istotn* высок* серьезн* серьёзн* важн* yüksek önemli 重要 高 높음 높은 중요 उच्च महत्वपूर्ण عالية عالي مرتفع*`,
  medium: `medium moderate should_fix should_consider p2 s2 warning warnings remediation_recommended review_recommended mittel* mäßig* moyen* modéré* avertissement* medi[ao] médi[ao] medias moderad* moderat* gemiddeld średni* umiarkowan* средн* умерен* orta 中程度 中 中等 警告 중간 보통 경고 मध्यम متوسط*`,
  low: `low minor trivial nit nits nitpick* info informational optional nice_to_have p3 p4 s3 advisory pre-existing cosmetic niedrig* gering* geringfügig* klein* faible* mineur* baj[ao] bajas menor* leve* baix[ao]* bass[ao] minor* lieve laag lage klein nisk* drobn* mniejsz* низк* незначит* мелк* minor* düşük küçük 軽微 低 轻微 次要 낮음 낮은 사소 경미 कम निम्न منخفض* طفيف*`,
} as const

const listed = Object.entries({ ...lists, ...weights }).map(([name, list]) => [name, list.split(/\s+/)] as const)
export type WeightWord = keyof typeof weights
type Meaning = Concept | WeightWord
type Spans = ReadonlyMap<Meaning, readonly (readonly [number, number])[]>

/** Scripts that put no space between words, or join small words to others: there a word counts wherever it stands. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const [whole, beginnings]: [Map<string, Meaning[]>, Map<string, Meaning[]>] = [new Map(), new Map()]
const endings: [string, Meaning][] = []
const phrases = new Map<string, (readonly [readonly string[], Meaning])[]>()
const inside: (readonly [RegExp, Meaning])[] = []
for (const [name, words] of listed) {
  const meaning = name as Meaning
  const free = words.filter((word) => dense.test(word)).map((word) => word.replace(/\*$/, '').replaceAll('_', '\\s?'))
  if (free.length > 0) inside.push([new RegExp(free.join('|'), 'gu'), meaning])
  for (const word of words.filter((one) => one !== '' && !dense.test(one)).flatMap(spellings)) {
    if (word.includes('_')) {
      const parts = word.toLowerCase().split('_')
      phrases.set(parts[0]!, [...(phrases.get(parts[0]!) ?? []), [parts, meaning]])
    } else if (word.startsWith('*')) endings.push([word.slice(1), meaning])
    else if (word.endsWith('*')) add(beginnings, word.slice(0, -1), meaning)
    else add(whole, word, meaning)
  }
}

/** `medi[ao]` is two words. */
function spellings(word: string): readonly string[] {
  const choice = /\[(\p{L}+)\]/u.exec(word)
  return choice === null ? [word] : [...choice[1]!].map((letter) => word.replace(choice[0], letter))
}

function add(to: Map<string, Meaning[]>, word: string, meaning: Meaning): void {
  to.set(word.toLowerCase(), [...(to.get(word.toLowerCase()) ?? []), meaning])
}

const longest = 3000
const cache = new Map<string, Spans>()

/** What the words of a text mean, and where they stand. The end of a long text is not looked at. */
function spansOf(given: string): Spans {
  const text = given.slice(0, longest)
  const known = cache.get(text)
  if (known !== undefined) return known
  const spans = new Map<Meaning, (readonly [number, number])[]>()
  const note = (meaning: Meaning, start: number, end: number) =>
    spans.set(meaning, [...(spans.get(meaning) ?? []), [start, end]])
  const tokens = [...text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu)]
  for (const [at, token] of tokens.entries()) {
    const [word, start] = [token[0], token.index]
    for (const form of formsOf(word)) {
      for (const meaning of whole.get(form) ?? []) note(meaning, start, start + word.length)
      for (let length = 2; length <= form.length; length += 1)
        for (const meaning of beginnings.get(form.slice(0, length)) ?? []) note(meaning, start, start + word.length)
    }
    for (const [end, meaning] of endings) if (word.endsWith(end)) note(meaning, start, start + word.length)
    for (const [parts, meaning] of phrases.get(word) ?? []) {
      const last = tokens[at + parts.length - 1]
      const isThere = parts.every((part, index) => isWord(tokens[at + index]?.[0], part))
      if (isThere && last !== undefined) note(meaning, start, last.index + last[0].length)
    }
  }
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text))
    for (const [pattern, meaning] of inside)
      for (const match of text.matchAll(pattern)) note(meaning, match.index, match.index + match[0].length)
  if (cache.size > 5000) cache.clear()
  cache.set(text, spans)
  return spans
}

function isWord(word: string | undefined, part: string): boolean {
  return word === part || (part.endsWith('*') && word?.startsWith(part.slice(0, -1)) === true)
}

/** Arabic joins articles and small words to the next. Parts of a word with a hyphen count, too. */
function formsOf(word: string): readonly string[] {
  if (/^\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/[\u064b-\u0652]/g, '')
    return [...new Set([bare, bare.replace(/^[وفبل]?(?:ال|لل)/u, ''), bare.replace(/^[وفبل]/u, '')])]
  }
  return word.includes('-') ? [word, ...word.split('-')] : word.includes("'") ? [word, word.split("'").at(-1)!] : [word]
}

export function means(text: string, concept: Meaning): boolean {
  return spansOf(text).has(concept)
}

/** Where words for it stand, first and last character. */
export function placesOf(text: string, concept: Meaning): readonly (readonly [number, number])[] {
  return spansOf(text).get(concept) ?? []
}

/** What is left of a text without the words for these. */
export function without(given: string, concepts: readonly Meaning[]): string {
  const text = given.slice(0, longest)
  const spans = spansOf(text)
  const letters = [...Array(text.length).keys()].map((at) => text[at]!)
  for (const concept of concepts) for (const [start, end] of spans.get(concept) ?? []) letters.fill(' ', start, end)
  return letters.join('')
}

/** The words for how grave something is: the gravest that is named. */
export function weightNamed(text: string): WeightWord | null {
  return weightNames.find((name) => means(text, name)) ?? null
}

export const weightNames = ['critical', 'high', 'medium', 'low'] as const
