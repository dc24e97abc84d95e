export type Language = 'de' | 'ja' | 'ar' | 'en';
export type Text = Record<Language, string>;

const text = (de: string, ja: string, ar: string, en: string): Text => ({ de, ja, ar, en });

export const guideTopics: readonly { slug: string; title: Text; description: Text }[] = [
  {
    slug: 'erste-schritte',
    title: text('Erste Schritte', 'はじめての投資', 'الخطوات الأولى', 'First steps'),
    description: text('So fängst du an.', '始め方をご紹介します。', 'هكذا تبدأ.', 'How to begin.'),
  },
  {
    slug: 'was-ist-ein-etf',
    title: text('Was ist ein „ETF“?', 'ETFとは', 'ما هو الصندوق المتداول؟', 'What is an ETF?'),
    description: text(
      'Viele Aktien, ein Papier.',
      '一つで多くの株式に。',
      'أسهم كثيرة في ورقة واحدة.',
      'Many shares in one.',
    ),
  },
  {
    slug: 'risiko',
    title: text('Risiko verstehen', 'リスクを知る', 'فهم المخاطر', 'Understanding risk'),
    description: text('Warum Kurse schwanken.', '値動きの理由。', 'لماذا تتقلب الأسعار.', 'Why prices move.'),
  },
  {
    slug: 'zinseszins',
    title: text('Der Zinseszins', '複利の力', 'الفائدة المركبة', 'Compound interest'),
    description: text('Zeit hilft Geld.', '時間が味方になります。', 'الوقت يساعد المال.', 'Time helps money.'),
  },
  {
    slug: 'steuern',
    title: text('Steuern & Gebühren', '税金と手数料', 'الضرائب والرسوم', 'Taxes and fees'),
    description: text('Was übrig bleibt.', '手元に残るもの。', 'ما يتبقى لك.', 'What is left.'),
  },
  {
    slug: 'anleihen',
    title: text('Anleihen für Anfänger', '債券入門', 'السندات للمبتدئين', 'Bonds for beginners'),
    description: text('Geld leihen lassen.', 'お金を貸すということ。', 'أن تقرض مالك.', 'Lending money.'),
  },
  {
    slug: 'notgroschen',
    title: text('Der Notgroschen', 'いざという時の備え', 'صندوق الطوارئ', 'The rainy day'),
    description: text('Drei Gehälter zuerst.', 'まずは給料三か月分。', 'ثلاثة رواتب أولاً.', 'Three salaries first.'),
  },
];

export const channels: Record<'app' | 'email', readonly { category: Text; ids: readonly string[] }[]> = {
  app: [
    { category: text('Aktivität', 'アクティビティ', 'النشاط', 'Activity'), ids: ['app_transactional'] },
    {
      category: text('Marktblick', '市場の動き', 'رؤى السوق', 'Market insights'),
      ids: ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    },
    { category: text('Angebote', '特典', 'العروض', 'Offers'), ids: ['app_promotional'] },
  ],
  email: [
    { category: text('Aktivität', 'アクティビティ', 'النشاط', 'Activity'), ids: ['email_transactional'] },
    { category: text('Rundbriefe', 'ニュースレター', 'النشرات', 'Newsletters'), ids: ['email_servicebites'] },
    { category: text('Angebote', '特典', 'العروض', 'Offers'), ids: ['email_promotional'] },
  ],
};

const names: Record<string, Text> = {
  transactional: text('Aufträge', '取引', 'المعاملات', 'Orders'),
  learning_guide: text('Neue Leitfäden', '新しいガイド', 'أدلة جديدة', 'New guides'),
  analyst_insight: text('Einschätzungen', 'アナリストの見方', 'آراء المحللين', 'Analyst insights'),
  quick_take: text('Kurz & bündig', 'ひとこと解説', 'لمحة سريعة', 'Quick takes'),
  daily_recap: text('Tagesrückblick', '今日のまとめ', 'ملخص اليوم', 'Daily recap'),
  weekly_review: text('Wochenrückblick', '今週のまとめ', 'ملخص الأسبوع', 'Weekly review'),
  promotional: text('Aktionen', 'キャンペーン', 'عروض خاصة', 'Promotions'),
  servicebites: text('Häppchen', 'お役立ち情報', 'نصائح قصيرة', 'Bites'),
  price_alert: text('Kursalarm', '価格アラート', 'تنبيه الأسعار', 'Price alerts'),
};
const purpose = text('Wir melden uns dazu', 'お知らせします', 'سنبلغك بذلك', 'We tell you about it');

/** Gives the name and description of a notification in a language. */
export function describeNotification(id: string, language: Language): { name: string; description: string } {
  const name = names[id.replace(/^[a-z]+_/, '')]?.[language] ?? id;
  return { name, description: `${purpose[language]}: ${name}` };
}

export const furtherCategory = text('Sicherheit', 'セキュリティ', 'الأمان', 'Security');

export const insights: readonly { title: Text; body: Text }[] = [
  {
    title: text('Ölpreis fällt', '原油価格が下落', 'أسعار النفط تنخفض', 'Oil falls'),
    body: text(
      'Die Börsen blieben ruhig.',
      '市場は落ち着いていました。',
      'بقيت الأسواق هادئة.',
      'Markets stayed calm.',
    ),
  },
  {
    title: text('Zinsen: Pause möglich', '金利は据え置きか', 'توقف محتمل للفائدة', 'Rates may pause'),
    body: text(
      'Wir prüfen die Lage täglich.',
      '状況を日々確認しています。',
      'نراجع الوضع يومياً.',
      'We look at it daily.',
    ),
  },
];

/** Messages in German, for those that a German vendor would write. */
export const germanMessages: Record<string, string> = {
  'Bearer token is missing': 'Das Zugriffstoken fehlt',
  'Bearer token is invalid': 'Das Zugriffstoken ist ungültig',
  'Token lacks the required scope': 'Dem Token fehlt die Berechtigung',
  'Header x-user-id is missing': 'Die Kopfzeile x-user-id fehlt',
  'Header x-user-id is malformed': 'Die Kopfzeile x-user-id ist fehlerhaft',
  'Guide not found': 'Leitfaden nicht gefunden',
  'Not found': 'Nicht gefunden',
  'Access denied': 'Zugriff verweigert',
  'Body is not valid JSON': 'Der Inhalt ist kein gültiges JSON',
  'Body is not valid': 'Der Inhalt ist fehlerhaft',
  'Content-Type must be application/json': 'Content-Type muss application/json sein',
};
