import { createHash } from 'node:crypto';
import type { On } from './answer.ts';

export type Language = 'hu' | 'ar';

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  readonly factor: number;
}

const topics: readonly (readonly [key: string, hu: string, ar: string])[] = [
  ['first-steps', 'Első lépések', 'الخطوات الأولى'],
  ['saving', 'Megtakarítás okosan', 'الادخار بذكاء'],
  ['interest', 'A kamatos kamat', 'الفائدة المركبة'],
  ['patience', 'Türelem 🐢', 'الصبر 🐢'],
  ['costs', 'Díjak és költségek', 'الرسوم والتكاليف'],
  ['funds', 'Befektetési alapok', 'صناديق الاستثمار'],
  ['bonds', 'Kötvények', 'السندات'],
  ['shares', 'Részvények', 'الأسهم'],
  ['risk', 'Kockázat', 'المخاطر'],
  ['costs', 'Rejtett költségek', 'التكاليف الخفية'],
  ['taxes', 'Adózás', 'الضرائب'],
  ['inflation', 'Infláció', 'التضخم'],
  ['pension', 'Nyugdíj', 'التقاعد'],
  ['habits', 'Jó szokások', 'عادات جيدة'],
];

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly slug: string;
  readonly chapters: number;
  readonly colour: string;
  readonly hu: string;
  readonly ar: string;
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

export function seedGuides(on: On): Guide[] {
  return topics.map(([key, hu, ar], n) => ({
    id: on('guide-ids-alike-but-the-first-digit') ? `${n.toString(16)}4b7f0a1c2d3e4f506172839` : hex(`guide ${n}`),
    key,
    slug: `${key}-${n}`,
    chapters: 3 + (n % 4),
    colour: `#${hex(`colour ${n}`).slice(0, 6)}`,
    hu,
    ar,
  }));
}

export function seedUsers(on: On): readonly [User, User, User] {
  const ids = on('user-ids-with-leading-zeros')
    ? ['0000000000000000000a10b1', '0000000000000000000b20c2', '0000000000000000000c30d3']
    : ['6510f2ab94c07d1e5b83a0c4', '65f01c0ab1d24e7f90a3b5c1', '6712ac01bd9e4f30a58c7b19'];
  return [
    { id: ids[0] ?? '', language: 'hu', denied: false, factor: 1 },
    { id: ids[1] ?? '', language: 'ar', denied: false, factor: 3.7 },
    { id: ids[2] ?? '', language: 'hu', denied: true, factor: 2.2 },
  ];
}

interface Notification {
  readonly id: string;
  readonly hu: string;
  readonly ar: string;
}

const notification = (id: string, hu: string, ar: string): Notification => ({ id, hu, ar });

export const settings: Record<'app' | 'email', { hu: string; ar: string; notifications: Notification[] }[]> = {
  app: [
    { hu: 'Tevékenység', ar: 'النشاط', notifications: [notification('app_transactional', 'Műveletek', 'العمليات')] },
    {
      hu: 'Piaci betekintés',
      ar: 'رؤى السوق',
      notifications: [
        notification('app_learning_guide', 'Útmutatók', 'الأدلة'),
        notification('app_analyst_insight', 'Elemzések', 'التحليلات'),
        notification('app_quick_take', 'Gyors vélemény', 'رأي سريع'),
        notification('app_daily_recap', 'Napi összefoglaló', 'ملخص يومي'),
        notification('app_weekly_review', 'Heti áttekintés', 'مراجعة أسبوعية'),
      ],
    },
    { hu: 'Ajánlatok', ar: 'العروض', notifications: [notification('app_promotional', 'Akciók', 'ترويج')] },
  ],
  email: [
    { hu: 'Tevékenység', ar: 'النشاط', notifications: [notification('email_transactional', 'Műveletek', 'العمليات')] },
    { hu: 'Hírlevelek', ar: 'النشرات', notifications: [notification('email_servicebites', 'Falatok', 'مقتطفات')] },
    { hu: 'Ajánlatok', ar: 'العروض', notifications: [notification('email_promotional', 'Akciók', 'ترويج')] },
  ],
};
