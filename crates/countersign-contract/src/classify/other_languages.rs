//! The commonest deciding words of other languages than English.

use super::lexicon::Sense;
use super::terms::Term;

/// Spanish, Portuguese, French, German, Italian, Russian: words found like the English ones.
pub(super) const TABLES: &[(Sense, &str)] = &[
    (
        Sense::Build,
        "implementar implementer implémenter implementieren umsetzen refactorizar refatorar refactoriser refactorieren desplegar migrar \
         migrer migrieren integrar intégrer integrieren optimizar otimizar optimiser optimieren configurar configurer konfigurieren habilitar activer \
         aktivieren desactivar désactiver deaktivieren validar valider permitir permettre erlauben verhindern evitar éviter \
         implementare gestire реализовать внедрить рефакторинг supporter unterstützen soportar suportar mostrar afficher anzeigen automatizar \
         testar probar testen gerer gérer guardar salvar enviar sauvegarder enregistrer envoyer charger télécharger générer empêcher masquer \
         bloquer autoriser speichern laden senden verschicken ausblenden einblenden generieren exportieren importieren cargar descargar subir \
         generar exportar importar ocultar bloquear carregar baixar gerar exibir salvare inviare caricare mostrare generare abilitare \
         сохранить отправить загрузить показать скрыть разрешить запретить настроить",
    ),
    (
        Sense::Edit,
        "añadir agregar adicionar ajouter hinzufügen ergänzen einbauen corregir corrigir arreglar corriger réparer beheben korrigieren \
         reparieren eliminar remover borrar quitar supprimer entfernen löschen actualizar atualizar mettre aktualisieren crear criar créer erstellen \
         anlegen cambiar mudar alterar modificar modifier ändern anpassen mejorar melhorar améliorer verbessern reemplazar substituir remplacer \
         ersetzen renombrar renomear renommer umbenennen escribir escrever écrire schreiben mover verschieben déplacer aggiungere \
         correggere rimuovere aggiornare добавить исправить удалить обновить изменить создать улучшить desarrollar desenvolver développer entwickeln \
         consertar fazer hacer faire",
    ),
    (
        Sense::Make,
        "elaborar definir définir definieren redactar redigir rédiger preparar préparer vorbereiten realizar réaliser durchführen crear criar créer \
         erstellen hacer fazer faire schreiben escribir escrever",
    ),
    (
        Sense::Inquire,
        "abklären analisar analizar analizzare analyser analysieren auditar auswerten avaliar \
         besprechen bewerten comparar concevoir decidir definir-estrategia discutir diseñar \
         diskutieren décider enquêter entscheiden entwerfen erforschen erkunden estudar \
         estudiar evaluar evaluieren explorar identificar identifizieren indagare investigar \
         klären konzipieren levantar pesquisar planejar planen planificar planifier projetar \
         proponer propor prüfen rechercher recherchieren revisar réviser untersuchen valutare \
         vergleichen verificar verificare vérifier étudier évaluer überprüfen изучить \
         исследовать обсудить оценить проанализировать проверить спланировать",
    ),
    (
        Sense::Describe,
        "beschreiben comentar descrever describir documentar dokumentieren décrire erklären \
         explicar expliquer kommentieren документировать описать",
    ),
    (
        Sense::Prose,
        "documentación documentação dokumentation documentazione документация документацию comentario comentarios comentário comentários commentaire \
         commentaires kommentar kommentare léeme guía guia anleitung tippfehler schreibfehler errata erratas rechtschreibung ortografía ortografia \
         orthographe faute опечатка опечатку опечатки комментарий комментарии tutoriel handbuch leitfaden",
    ),
    (
        Sense::Study,
        "análise análisis auswertung avaliação bericht diseño estudio estudo evaluación informe \
         investigación investigação konzept levantamento planejamento planificación planung projeto proposta \
         propuesta rapport recherche requisito anforderungen exigences untersuchung étude évaluation анализ исследование",
    ),
    (
        Sense::Symptom,
        "falla falha fallo erro fehler fehlt fehlerhaft kaputt funktioniert funciona échoue plante absturz stürzt abstürzt ошибка сломано erreur erreurs bogue errores erros errore errori guasto fout fouten \
         fehlschlägt fehlgeschlagen défaut panne bloqué incorrecto incorreto falsch ломается падает зависает ошибки",
    ),
    (Sense::Asks, "warum weshalb wieso pourquoi perché"),
    (
        Sense::Preposition,
        "de del da do das dos des du en em dans im zur zum von der für para por pour mit con com avec sur auf sobre que wenn cuando quando quand",
    ),
    (
        Sense::Determiner,
        "el la los las un una uno le les une das die den dem ein eine einen o os as um uma il lo gli i",
    ),
];

/// What does not, where something is wrong: "ne marche pas", "geht nicht", "no funciona", "не работает".
const WORKS: &str = "abre affiche apparaît aparece appare arranca bouge carga carica carrega charge démarre erscheint fonctionne funciona \
     funktioniert funziona geht guarda klappt laadt lädt läuft marche öffnet opent ouvre parte reageert reagiert répond responde \
     risponde salva s'affiche s'ouvre se speichert start startet tut werkt загружается запускается открывается отображается \
     отвечает работает сохраняется";

/// The verb of a clause that says that something does not work.
pub(super) fn works_not(clause: &[Term]) -> Option<&Term> {
    let works = |term: &&Term| term.among(WORKS);
    clause.iter().enumerate().find_map(|(at, not)| {
        let near = |by: usize| at.checked_sub(by).and_then(|at| clause.get(at)).filter(works);
        if not.among("nicht niet pas plus") {
            // "funktioniert leider nicht".
            near(1).or_else(|| near(2))
        } else if not.among("nao nicht niet no non não не") {
            // "No charge" is English.
            clause.get(at + 1).filter(works).filter(|works| !works.one_of(&["charge", "start"]))
        } else {
            None
        }
    })
}

/// Chinese, Japanese and Korean: pieces of text, since no blanks part the words.
pub(super) const PIECES: &[(Sense, &str)] = &[
    (
        Sense::Build,
        "修复 修正 增加 添加 新增 实现 優化 优化 重构 重構 删除 刪除 移除 支持 支援 升级 升級 更新 修改 改进 改善 調整 调整 适配 接入 迁移 完善功能 \
         サポート ドロップ アップデート アップグレード リファクタ クラッシュ バグ 廃止 有効化 無効化 表示されない 動かない 追加 実装 対応 削除 変更 修理 解决 解決 禁用 启用 不对 不正确 不显示 不生效 不工作 没反应 闪退 卡死 乱码 丢失 报错 失败 崩溃 异常 错误 無法 无法 失敗 不具合 エラー 추가 수정 구현 삭제 개선 오류",
    ),
    (
        Sense::Inquire,
        "调研 調研 研究 分析 讨论 討論 评估 評估 調査 调查 検討 规划 規劃 设计 設計 评审 審查 审查 审计 相談 방안 조사 검토 분석 논의 探讨 探索 選定 选型 比較 比较 怎么 如何 请问 为什么",
    ),
    (
        Sense::Prose,
        "文档 文檔 文件说明 说明文档 注释 註釋 错别字 錯別字 拼写 ドキュメント コメント 誤字 タイポ 문서 주석 오타 教程 readme",
    ),
];

/// Pieces that make a question of a sentence that ends in a question mark.
pub(super) const INTERROGATIVES: &[&str] = &[
    "吗",
    "呢",
    "么",
    "还是",
    "是否",
    "哪",
    "怎",
    "如何",
    "为何",
    "多少",
    "ですか",
    "でしょうか",
    "なぜ",
    "どう",
];
