import { citations } from './citations.ts'
import { evidence } from './evidence.ts'
import { linkage } from './linkage.ts'
import { linkageScale } from './linkage-scale.ts'
import type { QualityBench } from './quality-bench.ts'
import { reviewTask } from './review-task.ts'
import { screening } from './screening.ts'
import { search } from './search.ts'
import { snowball } from './snowball.ts'
import { stopping } from './stopping.ts'

/** Every ability that is measured on labelled data, in the order of the pipeline. */
export const qualityBenches: readonly QualityBench[] = [
  search,
  snowball,
  linkage,
  linkageScale,
  screening,
  stopping,
  reviewTask,
  evidence,
  citations,
]
