import { fillSlots } from '@/kit/slots/slots';
import { lazyModule } from '@/lib/router/lazyModule';

fillSlots({
  agentHome: lazyModule(() => import('@/features/agent/OwnHome'), ['agent']),
  apiKey: lazyModule(() => import('@/features/appkey/AppKey'), ['antd', 'appkey']),
  audit: lazyModule(() => import('@/features/audit/UserAudit'), ['antd', 'audit']),
  charges: lazyModule(() => import('@/features/price/CustomerPrices'), ['antd', 'money', 'price']),
  emailResult: lazyModule(() => import('@/features/emailresult/EmailResult'), ['emailresult']),
  orders: lazyModule(() => import('@/features/order/CustomerOrders'), ['order']),
  ownPrices: lazyModule(() => import('@/features/agent/OwnPrices'), ['agent', 'antd', 'money']),
  ownSessions: lazyModule(() => import('@/features/session/OwnSessions'), ['session']),
  priceViews: lazyModule(() => import('@/features/price/Views'), ['antd', 'money', 'price']),
  promoterHome: lazyModule(() => import('@/features/promotion/PromoterHome'), ['antd', 'leadfunnel', 'promotion']),
  salesHome: lazyModule(() => import('@/features/lead/SalesHome'), ['antd', 'lead']),
  sessions: lazyModule(() => import('@/features/session/UserSessions'), ['session']),
  statement: lazyModule(() => import('@/features/statement/CustomerStatement'), ['print', 'statement']),
});
