'use client';
import { useState } from 'react';
import { useView } from '@/kit/page/useView';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { CustomerPage } from './CustomerPage';
import type { Customer } from './customer';
import { Dialogs } from './Dialogs';
import type { Open } from './useActions';
import { useCustomers } from './useCustomers';
import { WeighModal } from './WeighModal';

/** The page of customers: the list, or one of them by `?id=`. */
export default function Customers() {
  const { id, back } = useView('c_');
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      {id ? <CustomerPage key={id} id={id} open={setOpen} onBack={back} /> : <List open={setOpen} />}
      <Dialogs open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function List({ open }: { open: (o: Open) => void }) {
  const [weighed, setWeighed] = useState<Customer[]>([]);
  return (
    <>
      <ResourcePage resource={useCustomers(open, setWeighed)} />
      <WeighModal rows={weighed} onClose={() => setWeighed([])} />
    </>
  );
}
