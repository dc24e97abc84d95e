import type { Language } from './domain.ts';

type Pair = Readonly<Record<Language, string>>;
const pair = (fi: string, th: string): Pair => ({ fi, th });

export const guideTitles: readonly Pair[] = [
  pair('Sijoittamisen perusteet', 'พื้นฐานการลงทุน'),
  pair('Hajauttaminen', 'การกระจายความเสี่ยง'),
  pair('Korkoa korolle', 'ดอกเบี้ยทบต้น'),
  pair('Rahastot tutuiksi', 'รู้จักกองทุน'),
  pair('Osakkeet', 'หุ้น'),
  pair('Joukkolainat', 'พันธบัตร'),
  pair('Inflaatio', 'เงินเฟ้อ'),
  pair('Verotus', 'ภาษี'),
  pair('Riski ja tuotto', 'ความเสี่ยงและผลตอบแทน'),
  pair('Eläkesäästäminen', 'การออมเพื่อเกษียณ'),
  pair('Kuukausisäästäminen', 'การออมรายเดือน'),
  pair('Valuutat', 'สกุลเงิน'),
  pair('Osingot', 'เงินปันผล'),
  pair('Markkinoiden heilunta', 'ความผันผวนของตลาด'),
  pair('Vastuullisuus', 'การลงทุนอย่างยั่งยืน'),
  pair('Indeksit', 'ดัชนี'),
  pair('Kulut', 'ค่าธรรมเนียม'),
  pair('Sanasto', 'อภิธานศัพท์'),
];

export const guideDescription: Pair = pair(
  'Opas kertoo selkeästi ja lyhyesti, mitä jokaisen sijoittajan on hyvä tietää ennen ensimmäistä päätöstä.',
  'คู่มือนี้อธิบายอย่างสั้นและชัดเจนว่านักลงทุนทุกคนควรรู้อะไรก่อนตัดสินใจครั้งแรก',
);

export const categories: Readonly<Record<string, Pair>> = {
  Activity: pair('Tapahtumat', 'กิจกรรม'),
  'Market insights': pair('Markkinakatsaukset', 'ข่าวสาร'),
  Offers: pair('Tarjoukset', 'ข้อเสนอ'),
  Newsletters: pair('Uutiskirjeet', 'จดหมายข่าว'),
};

/** Market insights and offers were both translated as news once. */
export const looseCategories: Readonly<Record<string, Pair>> = {
  ...categories,
  Offers: pair('Tarjoukset', 'ข่าวสาร'),
};

export const notificationNames: Readonly<Record<string, Pair>> = {
  app_transactional: pair('Tapahtumailmoitukset', 'การแจ้งเตือนธุรกรรม'),
  app_learning_guide: pair('Oppaat', 'คู่มือการเรียนรู้'),
  app_analyst_insight: pair('Analyytikon näkemys', 'มุมมองนักวิเคราะห์'),
  app_quick_take: pair('Pikakatsaus', 'สรุปสั้น'),
  app_daily_recap: pair('Päivän kooste', 'สรุปประจำวัน'),
  app_weekly_review: pair('Viikkokatsaus', 'สรุปประจำสัปดาห์'),
  app_promotional: pair('Tarjoukset sovelluksessa', 'โปรโมชันในแอป'),
  email_transactional: pair('Tapahtumat sähköpostiin', 'ธุรกรรมทางอีเมล'),
  email_servicebites: pair('Palvelun uutiset', 'ข่าวบริการ'),
  email_promotional: pair('Tarjoukset sähköpostiin', 'โปรโมชันทางอีเมล'),
  app_price_alert: pair('Hintahälytys', 'แจ้งเตือนราคา'),
};

export const channels: Readonly<Record<'app' | 'email', readonly (readonly [string, readonly string[]])[]>> = {
  app: [
    ['Activity', ['app_transactional']],
    [
      'Market insights',
      ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ],
    ['Offers', ['app_promotional']],
  ],
  email: [
    ['Activity', ['email_transactional']],
    ['Newsletters', ['email_servicebites']],
    ['Offers', ['email_promotional']],
  ],
};

export const notificationText: Pair = pair('Saat ilmoituksen: ', 'คุณจะได้รับการแจ้งเตือน: ');
export const insightTitle: Pair = pair('Korkojen suunta', 'ทิศทางดอกเบี้ย');
export const refusedText: Pair = pair('Pyyntöä ei voitu käsitellä.', 'ไม่สามารถดำเนินการตามคำขอได้');
