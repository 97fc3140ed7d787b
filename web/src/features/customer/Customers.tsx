'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CustomerPage } from './CustomerPage';
import type { Customer } from './customer';
import { Dialogs } from './Dialogs';
import { PriorityModal } from './PriorityModal';
import type { OpenCustomerDialog } from './useCustomerActions';
import { useCustomers } from './useCustomers';

/** The page of customers: the list, or one of them by `?id=`. */
export default function Customers() {
  const { id, back } = useView('c_');
  const [open, setOpen] = useState<OpenCustomerDialog | null>(null);
  return (
    <>
      {id ? <CustomerPage key={id} id={id} open={setOpen} onBack={back} /> : <List open={setOpen} />}
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function List({ open }: { open: (o: OpenCustomerDialog) => void }) {
  const [weighed, setWeighed] = useState<Customer[]>([]);
  return (
    <>
      <ResourcePage resource={useCustomers(open, setWeighed)} />
      <PriorityModal rows={weighed} onClose={() => setWeighed([])} />
    </>
  );
}
