// Before React takes the page over: what the console needs is on its way.
import '@/core/boot';
