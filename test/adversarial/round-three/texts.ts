import type { Language } from './people.ts';

type Pair = Readonly<Record<Language, string>>;

const pair = (pl: string, el: string): Pair => ({ pl, el });

export const topics: readonly Pair[] = [
  pair('Od czego zacząć', 'Από πού να αρχίσετε'),
  pair('Czym jest akcja', 'Τι είναι η μετοχή'),
  pair('Obligacje bez tajemnic', 'Ομόλογα χωρίς μυστικά'),
  pair('Fundusze indeksowe', 'Αμοιβαία κεφάλαια δείκτη'),
  pair('Procent składany', 'Ανατοκισμός'),
  pair('Ryzyko i cierpliwość', 'Ρίσκο και υπομονή'),
  pair('Inflacja na co dzień', 'Ο πληθωρισμός στην πράξη'),
  pair('Dywidendy', 'Μερίσματα'),
  pair('Jak czytać wykres', 'Πώς διαβάζεται ένα διάγραμμα'),
  pair('Waluty obce', 'Ξένα νομίσματα'),
  pair('Złoto i surowce', 'Χρυσός και πρώτες ύλες'),
  pair('Poduszka finansowa', 'Το οικονομικό μαξιλάρι'),
  pair('Koszty i prowizje', 'Κόστη και προμήθειες'),
  pair('Podatki od zysków', 'Φόροι στα κέρδη'),
  pair('Dywersyfikacja', 'Διασπορά'),
  pair('Giełda w Warszawie', 'Το χρηματιστήριο της Βαρσοβίας'),
  pair('Giełda w Atenach', 'Το χρηματιστήριο της Αθήνας'),
  pair('Emerytura', 'Σύνταξη'),
  pair('Sprawozdania spółek', 'Οι ισολογισμοί των εταιρειών'),
  pair('Emocje inwestora', 'Τα συναισθήματα του επενδυτή'),
  pair('Zlecenia i ich rodzaje', 'Εντολές και τα είδη τους'),
  pair('Nieruchomości', 'Ακίνητα'),
  pair('Odpowiedzialne inwestowanie', 'Υπεύθυνες επενδύσεις'),
  pair('Plan na dziesięć lat', 'Σχέδιο για δέκα χρόνια'),
];

export const about: Readonly<Record<Language, (title: string) => string>> = {
  pl: (title) => `„${title}” – krótko, zwięźle i po ludzku, w trzech rozdziałach i z przykładami.`,
  el: (title) => `«${title}» – σύντομα, καθαρά και απλά, σε τρία κεφάλαια και με παραδείγματα.`,
};

export const chapters: Readonly<Record<Language, readonly string[]>> = {
  pl: ['Wstęp', 'Przykłady', 'Co dalej'],
  el: ['Εισαγωγή', 'Παραδείγματα', 'Η συνέχεια'],
};

export interface Group {
  readonly channel: 'app' | 'email';
  readonly category: Pair;
  readonly notifications: readonly { readonly id: string; readonly name: Pair }[];
}

const activity = pair('Aktywność', 'Δραστηριότητα');
const offers = pair('Oferty', 'Προσφορές');

export const groups: readonly Group[] = [
  {
    channel: 'app',
    category: activity,
    notifications: [{ id: 'app_transactional', name: pair('Transakcje', 'Συναλλαγές') }],
  },
  {
    channel: 'app',
    category: pair('Spojrzenie na rynek', 'Ματιά στην αγορά'),
    notifications: [
      { id: 'app_learning_guide', name: pair('Przewodniki', 'Οδηγοί') },
      { id: 'app_analyst_insight', name: pair('Zdaniem analityków', 'Η γνώμη των αναλυτών') },
      { id: 'app_quick_take', name: pair('W skrócie', 'Με μια ματιά') },
      { id: 'app_daily_recap', name: pair('Podsumowanie dnia', 'Η ημέρα με λίγα λόγια') },
      { id: 'app_weekly_review', name: pair('Przegląd tygodnia', 'Η εβδομάδα') },
    ],
  },
  { channel: 'app', category: offers, notifications: [{ id: 'app_promotional', name: pair('Promocje', 'Εκπτώσεις') }] },
  {
    channel: 'email',
    category: activity,
    notifications: [{ id: 'email_transactional', name: pair('Potwierdzenia', 'Επιβεβαιώσεις') }],
  },
  {
    channel: 'email',
    category: pair('Biuletyny', 'Ενημερωτικά δελτία'),
    notifications: [{ id: 'email_servicebites', name: pair('Kąski', 'Μπουκιές') }],
  },
  {
    channel: 'email',
    category: offers,
    notifications: [{ id: 'email_promotional', name: pair('Promocje pocztą', 'Εκπτώσεις με μήνυμα') }],
  },
];

export const because: Readonly<Record<Language, (name: string) => string>> = {
  pl: (name) => `Piszemy, gdy jest coś nowego: ${name}.`,
  el: (name) => `Γράφουμε όταν υπάρχει κάτι νέο: ${name}.`,
};
