import { KeyModal } from './KeyModal';
import { LockModal } from './LockModal';
import { MoneyModal } from './MoneyModal';
import { ResetModal } from './ResetModal';
import { CREDIT_ACTIONS, type CreditAction, type OpenCustomerDialog } from './useCustomerActions';

const isMoney = (what: OpenCustomerDialog['what']): what is CreditAction =>
  (CREDIT_ACTIONS as readonly string[]).includes(what);

/** Dialogs of the page; each keeps its content while it closes. */
export function Dialogs({ open, onClose }: { open: OpenCustomerDialog | null; onClose: () => void }) {
  const of = (what: OpenCustomerDialog['what']) => (open?.what === what ? open.row : null);
  const moving = open && isMoney(open.what) ? { what: open.what, row: open.row } : null;
  return (
    <>
      <MoneyModal open={moving} onClose={onClose} />
      <LockModal row={of('lock')} onClose={onClose} />
      <ResetModal row={of('reset')} onClose={onClose} />
      <KeyModal row={of('key')} onClose={onClose} />
    </>
  );
}
