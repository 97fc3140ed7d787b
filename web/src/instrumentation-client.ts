// Before React takes the page over: what the console needs is on its way.
import '@/app/boot';
// What the first screen and the frame around it share stands here once: each would bring its own, as both are under way at once. Nothing
// with a sheet of styles may stand here: none is brought for this file.
import '@/app/Providers';
import '@/lib/api/mutation';
